import { Button } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';

import { markdownOf } from './markdown';
import { swapped } from './selection';
import type { Comparison } from '@/api/types';
import { plural } from '@/components/format';
import { CopyButton } from '@/components/ui/copy-button';
import { ButtonLink, TextLink } from '@/components/ui/links';
import { PageHeader } from '@/components/ui/page-header';

const route = getRouteApi('/compare');

/** What is compared, where it was measured, and what can be done with it. */
export function CompareHeader({ comparison }: { comparison: Comparison }) {
  const { title, experiments, factor, pairs, paired } = comparison;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const swap = () =>
    void navigate({
      search: (previous) => ({ ...previous, ...swapped(search, comparison) }),
      resetScroll: false,
    });
  return (
    <PageHeader
      title={title}
      crumbs={[
        <TextLink key="compare" to="/compare" c="dimmed">
          Compare
        </TextLink>,
        <span key="what">{plural(pairs.length, 'pair')} of runs</span>,
      ]}
      meta={
        <>
          <span>
            from{' '}
            {experiments.map(({ id = '', name }, n) => (
              <span key={id}>
                {n > 0 && ', '}
                <TextLink underline="always" to="/experiments/$id" params={{ id }}>
                  {name}
                </TextLink>
              </span>
            ))}
          </span>
          {factor && <span className="dyno-mono">factor: {factor}</span>}
          <span>{paired ? 'interleaved, paired by round' : 'not paired: means are compared'}</span>
        </>
      }
      actions={
        <>
          <Button variant="default" leftSection={<IconArrowsLeftRight size={16} />} onClick={swap}>
            Swap
          </Button>
          <ButtonLink
            to="/compare"
            search={{ ...search, pick: search.pick ?? experiments[0]?.id ?? 'all' }}
            variant="default"
          >
            Change
          </ButtonLink>
          <CopyButton
            text={() => markdownOf(comparison, window.location.href)}
            label="Copy as Markdown"
            size="sm"
          />
          <CopyButton text={() => window.location.href} label="Copy link" size="sm" variant="filled" />
        </>
      }
    />
  );
}
