import { Button, Group, Text, Textarea, type TextareaProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { peopleQuery } from '@/api/queries/people';
import { beingMentioned, fitting, unknownNames, withMention } from '@/components/words/mentions';

const MOST_OFFERED = 6;

interface MentionsTextareaProps extends Omit<TextareaProps, 'onChange' | 'ref'> {
  value: string;
  onWrite: (text: string) => void;
}

/** A text in which @ names somebody: who fits what was begun is offered, who is nobody here is said. */
export function MentionsTextarea({ value, onWrite, ...rest }: MentionsTextareaProps) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const { data: people = [] } = useQuery(peopleQuery);
  const [cursor, setCursor] = useState(0);
  const begun = beingMentioned(value, cursor);
  const offered = begun ? fitting(people, begun.begun).slice(0, MOST_OFFERED) : [];
  const unknown = people.length > 0 ? unknownNames(value, people) : [];
  const complete = (login: string) => {
    if (!begun) return;
    const next = withMention(value, begun.from, cursor, login);
    onWrite(next.text);
    setCursor(next.cursor);
    requestAnimationFrame(() => {
      ref.current?.focus();
      ref.current?.setSelectionRange(next.cursor, next.cursor);
    });
  };
  return (
    <div>
      <Textarea
        {...rest}
        ref={ref}
        autosize
        minRows={6}
        maxRows={30}
        autoFocus
        value={value}
        onChange={({ currentTarget }) => {
          onWrite(currentTarget.value);
          setCursor(currentTarget.selectionStart);
        }}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
      />
      <Group gap={6} mt={6} mih={24} role="group" aria-label="People to mention">
        {offered.map(({ login, name }) => (
          <Button
            key={login}
            size="compact-xs"
            radius="xl"
            variant="light"
            onClick={() => complete(login)}
            title={`@${login}`}
          >
            {name}
          </Button>
        ))}
        {offered.length === 0 && unknown.length > 0 && (
          <Text fz="xs" c="dimmed" role="status">
            Nobody here is called{' '}
            {unknown
              .slice(0, 3)
              .map((name) => `@${name}`)
              .join(', ')}
            .
          </Text>
        )}
      </Group>
    </div>
  );
}
