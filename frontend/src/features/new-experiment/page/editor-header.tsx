import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowRight } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';

import { TextLink } from '@/components/ui/navigation/links';
import { SaveRecipeButton } from '@/components/domain/save-recipe-button';
import { PageHeader } from '@/components/ui/layout/page-header';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { useEditor } from '../draft/editor-context';
import type { Step } from '../draft/problems';
import { useYamlText } from '../draft/use-yaml-text';

const route = getRouteApi('/new');

/** What is being made from what, and the ways on. */
export function EditorHeader({ step }: { step: Step }) {
  const { definition, draft, go } = useEditor();
  const isEdited = draft.draft !== null;
  const text = useYamlText();
  return (
    <PageHeader
      title={definition.name || 'Without a name'}
      crumbs={[
        <TextLink to="/new">New experiment</TextLink>,
        <Origin />,
        ...(isEdited ? [<span>edited, kept in this browser</span>] : []),
      ]}
      actions={
        <>
          {draft.canUndo && (
            <PlainButton leftSection={<IconArrowBackUp size={16} />} onClick={draft.undo}>
              Undo
            </PlainButton>
          )}
          {isEdited && <PlainButton onClick={draft.reset}>Start over</PlainButton>}
          <PlainButton
            aria-pressed={step === 'yaml'}
            onClick={() => go({ step: step === 'yaml' ? 'variants' : 'yaml' })}
          >
            {step === 'yaml' ? 'Form' : 'YAML'}
          </PlainButton>
          <SaveRecipeButton yaml={text} title={definition.name} />
          {step !== 'plan' && (
            <Button rightSection={<IconArrowRight size={16} />} onClick={() => go({ step: 'plan' })}>
              Review plan
            </Button>
          )}
        </>
      }
    />
  );
}

function Origin() {
  const { recipe, form = 'quick', from, run, retest } = route.useSearch();
  const { source } = useEditor();
  if (retest) {
    return (
      <span>
        re-test of{' '}
        <TextLink to="/experiments/$id" params={{ id: retest }}>
          {source.title ?? retest}
        </TextLink>
      </span>
    );
  }
  if (from) {
    return (
      <span>
        changed from{' '}
        <TextLink to="/experiments/$id" params={{ id: from }}>
          {source.title ?? from}
        </TextLink>
      </span>
    );
  }
  if (run) {
    return (
      <span>
        changed from run{' '}
        <TextLink to="/runs/$id" params={{ id: run }}>
          {source.variant ?? run}
        </TextLink>
      </span>
    );
  }
  if (!recipe) return <span>written here</span>;
  return (
    <span>
      from recipe <code className="dyno-mono">{recipe}</code>, {form} form
    </span>
  );
}
