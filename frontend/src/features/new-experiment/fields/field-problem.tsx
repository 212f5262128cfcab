import { Text, type TextProps } from '@mantine/core';

/** What is wrong with the field above, read out when it appears. */
export const FieldProblem = ({ text, ...more }: TextProps & { text: string | undefined; id?: string }) =>
  text && (
    <Text fz="sm" c="var(--dyno-danger)" role="alert" {...more}>
      {text}
    </Text>
  );
