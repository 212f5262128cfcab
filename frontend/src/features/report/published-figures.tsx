import { List, Stack, Text } from '@mantine/core';

import type { Report } from '@/api/types';
import { count, exact, exactMeasure, exactPercent } from '@/components/words/format';

import classes from './report.module.css';

type PublishedReport = NonNullable<Report['published']>;

/** What a write-up printed, and where its figures do not follow from its own trials. */
export function PublishedFigures({
  published: { source, note, rows, remarks = [] },
}: {
  published: PublishedReport;
}) {
  const timed = rows.some(({ latency_mean: time }) => time !== null);
  const counted = rows.some(({ requests }) => requests !== null);
  const changed = rows.some(({ change }) => change !== null);
  const heads = [counted && 'Requests', 'req/s', timed && 'Mean latency', changed && 'Change'].filter(
    (head) => head !== false,
  );
  return (
    <Stack gap="sm">
      <Text className={classes.line}>
        {source}.{note ? ` ${note}` : ''}
      </Text>
      {remarks.length > 0 && (
        <List spacing={4} className={classes.line}>
          {remarks.map((remark) => (
            <List.Item key={remark}>{remark}</List.Item>
          ))}
        </List>
      )}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label="Published figures">
        <table className={classes.table} aria-label="Published figures">
          <thead>
            <tr>
              <th scope="col">Variant</th>
              {heads.map((head) => (
                <th key={head} scope="col" data-figure>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={[row.variant, row.workload, row.run_id].join(' ')}>
                <th scope="row">{[row.variant, row.workload].filter(Boolean).join(', ')}</th>
                {counted && <td data-figure>{count(row.requests)}</td>}
                <td data-figure>{exact(row.requests_per_s)}</td>
                {timed && <td data-figure>{exactMeasure(row.latency_mean, 's')}</td>}
                {changed && <td data-figure>{row.change === null ? '' : exactPercent(row.change)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Stack>
  );
}
