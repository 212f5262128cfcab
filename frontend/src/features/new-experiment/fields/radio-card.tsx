import { Radio, RadioGroupContext, type RadioCardProps } from '@mantine/core';
import { use } from 'react';

/** A card of a group to choose one from. The group is one stop of the Tab key, as native radios are; arrow keys choose in it. */
export function RadioCard({ value, ...rest }: RadioCardProps & { value: string }) {
  const chosenValue = use(RadioGroupContext)?.value;
  return <Radio.Card value={value} tabIndex={!chosenValue || chosenValue === value ? 0 : -1} {...rest} />;
}
