import { Group, SimpleGrid, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import type { ImportText } from '@/api/types';
import { count, plural } from '@/components/words/format';
import { Pill } from '@/components/ui/labels/pill';
import { Section } from '@/components/ui/layout/section';
import { ANY_READABLE_TOOL, toolNamed } from '@/components/words/tools';
import { Muted, Small } from '@/components/ui/labels/texts';
import { IconButton } from '@/components/ui/navigation/buttons';

import { type GivenText, PASTED, pastedOf, withoutText, withPasted, withTexts } from './import-draft';
import { readFile } from './files';
import type { Import } from './use-import';

const DropZone = lazy(() => import('./drop-zone'));
const KINDS = { outputs: 'outputs', table: 'table', nothing: 'not read' } as const;

/** Where texts come in: pasted into a field, or dropped as files. */
export function GiveSection({ state: { draft, edit, result, kept: isKept } }: { state: Import }) {
  const [problems, setRefused] = useState<string[]>([]);
  const add = async (files: File[]) => {
    const read = await Promise.all(files.map(readFile));
    setRefused(read.flatMap(({ problem }) => problem ?? []));
    const texts = read.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }]));
    if (texts.length > 0)
      edit((old) => withTexts({ ...old, name: old.name || stemOf(texts[0]?.name) }, texts));
  };
  const files = draft.texts.filter(({ name }) => name !== PASTED);
  const about = (id: string) =>
    result?.preview.texts[result.texts.findIndex((candidate: GivenText) => candidate.id === id)];
  const pastedText = draft.texts.find(({ name }) => name === PASTED);
  return (
    <Section id="give" title="What to import">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Textarea
            label="Paste"
            description={`Output of ${ANY_READABLE_TOOL}, one after another, or a table.`}
            placeholder={`$ ${toolNamed()?.example} http://10.0.0.5/index.html\n…`}
            value={pastedOf(draft)}
            onChange={({ currentTarget: { value } }) => edit((old) => withPasted(old, value))}
            rows={7}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
          />
          <Suspense fallback={<Skeleton mih={120} />}>
            <DropZone onFiles={(files) => void add(files)} />
          </Suspense>
        </SimpleGrid>
        {pastedText && <Remarks name="The pasted text" about={about(pastedText.id)} />}
        {files.map((file) => (
          <div key={file.id}>
            <Group gap="xs" wrap="nowrap">
              <Text fz="sm" className="dyno-mono" truncate>
                {file.name}
              </Text>
              <Kind about={about(file.id)} />
              <Small style={{ whiteSpace: 'nowrap' }}>
                {plural(file.text.trimEnd().split('\n').length, 'line')}
              </Small>
              <IconButton
                size="sm"
                aria-label={`Remove ${file.name}`}
                onClick={() => edit((old) => withoutText(old, file.id))}
              >
                <IconX size={14} />
              </IconButton>
            </Group>
            <Remarks name={file.name} about={about(file.id)} />
          </div>
        ))}
        {problems.map((problem) => (
          <Text key={problem} fz="sm" c="var(--dyno-danger)" role="alert">
            {problem}
          </Text>
        ))}
        {!isKept && (
          <Muted>
            These texts ({count(size(draft.texts))} characters) are too large to survive a page reload.
          </Muted>
        )}
      </Stack>
    </Section>
  );
}

/** “results/tuned.csv” → “tuned”: a first name for the experiment. */
const stemOf = (name = '') =>
  name
    .replace(/^.*[/\\]/, '')
    .replace(/\.\w{1,8}$/, '')
    .slice(0, 120);

const size = (texts: readonly GivenText[]) => texts.reduce((sum, { text }) => sum + text.length, 0);

function Kind({ about }: { about?: ImportText }) {
  if (!about) return null;
  return <Pill tone={about.kind === 'nothing' ? 'danger' : 'neutral'}>{KINDS[about.kind]}</Pill>;
}

function Remarks({ name, about }: { name: string; about?: ImportText }) {
  if (!about) return null;
  return (
    <>
      {about.problem && (
        <Text fz="sm" c="var(--dyno-danger)" role="alert" style={{ overflowWrap: 'anywhere' }}>
          {name}: {about.problem}
        </Text>
      )}
      {(about.warnings ?? []).map((warning) => (
        <Text key={warning} fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {warning}
        </Text>
      ))}
    </>
  );
}
