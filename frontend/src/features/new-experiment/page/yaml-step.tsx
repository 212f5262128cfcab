import { Group } from '@mantine/core';
import { useMemo, useState } from 'react';

import { CodeEditor } from '@/components/ui/code/code-editor';
import { CopyButton } from '@/components/ui/sharing/copy-button';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Section } from '@/components/ui/layout/section';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { FieldProblem } from '../fields/field-problem';
import { useEditor } from '../draft/editor-context';
import { FileChoice } from '../fields/file-choice';
import { readText } from '../draft/yaml-file';
import { useYamlText } from '../draft/use-yaml-text';

/** The whole definition as text, kept in step with the form. */
export function YamlStep() {
  const { draft, definition, plan, isSettled, problems, soughtProblem } = useEditor();
  const typedYaml = draft.draft?.yaml ?? null;
  const text = useYamlText();
  const [refusal, setRefused] = useState<string>();
  const read = async (file: File | null) => {
    const fileYaml = await readText(file);
    setRefused(fileYaml.problem);
    if (fileYaml.text !== undefined) draft.setYaml(fileYaml.text);
  };
  const marks = useMemo(
    () =>
      problems.flatMap(({ line, label, message }) =>
        line ? [{ line, message: withPlace(label, message) }] : [],
      ),
    [problems],
  );
  const state =
    typedYaml === null
      ? 'as the form has it'
      : !isSettled
        ? 'reading …'
        : plan?.definition
          ? 'read'
          : 'has errors, see the marked lines';
  return (
    <Section
      title="Definition as YAML"
      subtitle={state}
      id="yaml"
      aside={
        <Group gap="xs">
          <FileChoice
            accept=".yaml,.yml,text/yaml,text/plain"
            onFile={(file) => void read(file)}
            size="xs"
            variant="default"
          >
            Open a file
          </FileChoice>
          <PlainButton size="xs" component="a" href={asFile(text)} download={fileName(definition.name)}>
            Save as a file
          </PlainButton>
          <CopyButton text={text} />
        </Group>
      }
      caption={
        <>
          Text and form are one definition. A change in the form rewrites the text without comments. A knob
          set to null has its default. Tab indents; Esc, then Tab leaves the editor. Launch the file{' '}
          <DocsLink topic="commandLine">from the command line</DocsLink> or{' '}
          <DocsLink topic="ci">in CI</DocsLink>.
        </>
      }
    >
      <FieldProblem text={refusal} mb="sm" />
      <CodeEditor
        value={text}
        language="yaml"
        label="Definition as YAML"
        minHeight={420}
        onChange={(next) => next !== text && draft.setYaml(next)}
        problems={typedYaml === null ? undefined : marks}
        caret={soughtProblem}
      />
    </Section>
  );
}

const withPlace = (place: string | undefined, message: string) => (place ? `${place}: ${message}` : message);
const asFile = (text: string) => `data:application/yaml;charset=utf-8,${encodeURIComponent(text)}`;
const fileName = (name: string) => `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'experiment'}.yaml`;
