import { Anchor, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { textAddress, textQuery, textsQuery } from '@/api/queries/imports';
import { plural } from '@/components/words/format';
import { CodeBlock } from '@/components/ui/code/code-block';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { SourceText } from '@/components/ui/code/source-text';
import { Muted, Small } from '@/components/ui/labels/texts';

/** Where an import comes from: its source, and the texts as they were given. */
export function ImportedSection({ id, source }: { id: string; source?: string | null }) {
  const { data, isPending, isError, error, refetch } = useQuery(textsQuery(id));
  const [open, setOpen] = useState<number>();
  return (
    <FoldedSection
      id="imported"
      title="Imported"
      caption="Results from another source: nothing is known about the hosts or the order of the trials. Every figure is as reported by the source."
    >
      <Stack gap="sm">
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {source ? (
            <>
              Source: <SourceText source={source} />
            </>
          ) : (
            'No source was given.'
          )}
        </Text>
        {isPending && <TableSkeleton rows={1} />}
        {isError && (
          <ErrorState error={error} failedPart="the imported texts" onRetry={() => void refetch()} />
        )}
        {data?.length === 0 && <Muted>The figures came without tool output.</Muted>}
        {data?.map(({ number, name, characters }) => (
          <div key={number}>
            <Group gap="sm" fz="sm">
              <span className="dyno-mono">{name}</span>
              <Small>{plural(characters, 'character')}</Small>
              <UnstyledButton
                fz="sm"
                c="var(--dyno-accent)"
                aria-expanded={open === number}
                onClick={() => setOpen(open === number ? undefined : number)}
              >
                {open === number ? 'Hide' : 'See'}
              </UnstyledButton>
              <Anchor fz="sm" href={textAddress(id, number)} download={fileName(name)}>
                Download
              </Anchor>
            </Group>
            {open === number && <Whole id={id} number={number} name={name} />}
          </div>
        ))}
      </Stack>
    </FoldedSection>
  );
}

const fileName = (name: string) => (/\.\w{1,5}$/.test(name) ? name : `${name}.txt`);

function Whole({ id, number, name }: { id: string; number: number; name: string }) {
  const { data, isPending, isError, error, refetch } = useQuery(textQuery(id, number));
  if (isPending) return <TableSkeleton rows={6} />;
  if (isError) return <ErrorState error={error} failedPart={name} onRetry={() => void refetch()} />;
  return <CodeBlock text={data} label={name} wrap copy maxHeight={420} />;
}
