import { List, Stack } from '@mantine/core';
import { useState } from 'react';

import type { Calibration } from '@/api/types';
import { ChartPart } from '@/components/chart-frame/chart-section';
import { TimeSeries } from '@/components/charts/time/time-series';
import type { TimeLine } from '@/components/charts/time/time-series-data';
import { TimeWindow } from '@/components/charts/time/time-window';
import type { Span } from '@/components/charts/time/time-scale';
import { timeTable } from '@/components/charts/data-table/chart-tables';
import { Section } from '@/components/ui/layout/section';
import { plural, roundWords, span } from '@/components/words/format';
import { TextList } from '@/components/ui/labels/text-list';
import { Subhead } from '@/components/ui/labels/texts';

const SHOWN = 12;

/** What went on beside the trials, over the time of all of them. */
export function DisturbanceSection({ calibration }: { calibration: Calibration }) {
  const [zoom, setZoom] = useState<Span>();
  const { timeline, disturbances, far } = calibration;
  const marks = timeline.far.flatMap((is, n) => (is ? [n] : []));
  return (
    <Section
      id="disturbances"
      title="What disturbs"
      subtitle={
        disturbances.length === 0
          ? '— nothing that was watched goes with slower trials'
          : `— ${plural(disturbances.length, 'cause')} found`
      }
      caption="A cause is named where trials with much of it were slower than the others, by their ranks, at 5% over all that was looked at; each is judged by the trials that those before it do not explain. It goes with slower trials; whether it is the reason, a calibration without it says. Circles: trials more than 3.5 spreads from the middle of their run."
    >
      <Stack gap="md">
        {disturbances.length > 0 && <TextList fz="sm" texts={disturbances.map(({ sentence }) => sentence)} />}
        <TimeWindow zoom={zoom} onZoom={setZoom}>
          {partsOf(timeline).map(({ title, unit, lines, fromZero }, n) => (
            <ChartPart
              key={title}
              source={{
                name: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
                title,
                table: () => timeTable(timeline.at_s, lines, unit),
              }}
            >
              <TimeSeries
                times={timeline.at_s}
                lines={lines}
                unit={unit}
                label={title}
                fromZero={fromZero}
                marks={n === 0 ? marks : undefined}
                height={150}
              />
            </ChartPart>
          ))}
        </TimeWindow>
        <FarTrials far={far} />
      </Stack>
    </Section>
  );
}

interface Part {
  title: string;
  unit: string;
  lines: TimeLine[];
  fromZero: boolean;
}

function partsOf({ change, machines }: Calibration['timeline']): Part[] {
  const several = machines.length > 1;
  const shares = machines.flatMap(({ machine, others: otherShares, steal, interrupts }) => {
    const of = several ? ` on ${machine}` : '';
    return [
      { name: `other processes${of}`, values: otherShares },
      { name: `interrupts${of}`, values: interrupts },
      { name: `steal${of}`, values: steal },
    ];
  });
  const counts = machines.map(({ machine, interrupts_per_s }) => ({
    name: several ? machine : 'interrupts',
    values: interrupts_per_s,
  }));
  const parts = [
    {
      title: 'Requests per second of each trial, against the median of its run',
      unit: 'share',
      lines: [{ name: 'req/s', values: change }],
      fromZero: false,
    },
    {
      title: 'CPU that others took, as a share of the measured CPUs',
      unit: 'share',
      lines: shares,
      fromZero: true,
    },
    { title: 'Interrupts per second', unit: '1', lines: counts, fromZero: true },
  ];
  return parts.filter(({ lines }) => lines.some(({ values }) => values.some((value) => value !== null)));
}

function FarTrials({ far }: { far: Calibration['far'] }) {
  if (far.length === 0) return null;
  return (
    <div>
      <Subhead mb={4}>Far from the rest</Subhead>
      <List fz="sm" spacing={4}>
        {far.slice(0, SHOWN).map((trial) => (
          <List.Item key={trial.trial_id}>
            {trial.run}, {roundWords(trial.round)}, after {span(trial.at_s)}: {trial.sentence}
          </List.Item>
        ))}
        {far.length > SHOWN && <List.Item>and {plural(far.length - SHOWN, 'more trial')}</List.Item>}
      </List>
    </div>
  );
}
