import { Anchor, Text, useComputedColorScheme } from '@mantine/core';

import { apiAddress } from '@/api/share';
import type { Report } from '@/api/types';
import { Subhead } from '@/components/ui/labels/texts';

import classes from './report.module.css';

type ReportChart = Report['charts'][number];

const as = (address: string, theme: string) =>
  `${apiAddress(address)}${address.includes('?') ? '&' : '?'}theme=${theme}`;

/** A chart as the server draws it, with its caption inside: the same one as in the exported page; on paper in light colours. */
export function Chart({ chart: { title, summary, svg, png } }: { chart: ReportChart }) {
  const theme = useComputedColorScheme('light');
  return (
    <figure className={classes.figure}>
      <Subhead mb={6}>{title}</Subhead>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={title}>
        <picture>
          <source media="print" srcSet={as(svg, 'light')} />
          <img src={as(svg, theme)} alt={summary} className={classes.chart} />
        </picture>
      </div>
      <Text component="figcaption" fz="xs" ta="right" mt={4} className="dyno-no-print">
        <Anchor inherit href={`${as(svg, theme)}&save=true`} download>
          SVG
        </Anchor>{' '}
        ·{' '}
        <Anchor inherit href={`${as(png, theme)}&save=true`} download>
          PNG
        </Anchor>
      </Text>
    </figure>
  );
}
