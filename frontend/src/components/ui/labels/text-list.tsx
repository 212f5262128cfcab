import { List, type ListProps } from '@mantine/core';

interface TextListProps extends Omit<ListProps, 'children'> {
  texts: readonly string[];
}

/** Sentences under each other. */
export const TextList = ({ texts, ...more }: TextListProps) => (
  <List spacing={4} {...more}>
    {texts.map((text, n) => (
      <List.Item key={n}>{text}</List.Item>
    ))}
  </List>
);
