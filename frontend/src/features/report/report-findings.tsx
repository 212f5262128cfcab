import { Text } from '@mantine/core';

import type { Report } from '@/api/types';
import { PlainLink } from '@/components/ui/navigation/plain-link';

import classes from './report.module.css';
import { ShowMore } from './show-more';

type ReportFinding = Report['findings'][number];

/** What was found, one sentence each; a sign before it gives the verdict, besides its colour. */
export function Findings({ findings }: { findings: ReportFinding[] }) {
  if (findings.length === 0) return <Text>There is nothing to compare yet.</Text>;
  return (
    <ShowMore count={findings.length} what="findings">
      {(shown) => (
        <ul className={classes.findings}>
          {findings.slice(0, shown).map(({ text, verdict, run_id: run }) => (
            <li key={text} data-verdict={verdict ?? 'unclear'}>
              {text}{' '}
              {run && (
                <PlainLink
                  href={`/runs/${run}`}
                  className={`${classes.run} dyno-no-print`}
                  aria-label={`The run: ${text}`}
                >
                  run
                </PlainLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </ShowMore>
  );
}
