import { Menu } from '@mantine/core';
import { IconCopy, IconDots, IconFileTypeCsv, IconFileTypeSvg, IconPhoto } from '@tabler/icons-react';
import type { RefObject } from 'react';

import { copyText, fileName, saveFile } from '@/components/ui/sharing/save';
import { pngOf, svgOf } from '@/components/charts/picture/picture';
import { tableCsv, tableMarkdown } from '@/components/charts/data-table/data-table';
import { notify } from '@/components/ui/feedback/notices';
import { LoadedMenu } from '@/components/ui/navigation/loaded-menu';
import { IconButton } from '@/components/ui/navigation/buttons';

import type { ChartSource } from './chart-source';

interface ChartMenuProps {
  source: ChartSource;
  picture: RefObject<HTMLElement | null>;
  label: string;
}

/** A chart as PNG, SVG, CSV, or as a Markdown table in the clipboard. Loaded when it is first opened. */
export default function ChartMenu({ source, picture, label }: ChartMenuProps) {
  const { table } = source;
  const page = document.title.replace(/ · Dynoboard$/, '');
  const save = (content: Blob, ending: string) =>
    saveFile(content, `${fileName(page, source.name)}.${ending}`);
  const drawing = (make: typeof svgOf | typeof pngOf, ending: string) => () =>
    attempt('The picture could not be made', async () => {
      if (!picture.current) return;
      const imprint = { title: `${page}: ${source.title}`, address: window.location.href };
      save(await make(picture.current, imprint), ending);
    });
  const csv = () => save(new Blob([tableCsv(table())], { type: 'text/csv' }), 'csv');
  const markdown = () =>
    attempt('The table could not be copied', async () => {
      await copyText(tableMarkdown(table()));
      notify({ message: 'The table is in the clipboard, as Markdown.' });
    });
  return (
    <LoadedMenu position="bottom-end" width={230} shadow="md">
      <Menu.Target>
        <IconButton autoFocus aria-label={label} title="Export this chart">
          <IconDots size={16} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown data-picture="no">
        <Menu.Item leftSection={<IconPhoto size={16} />} onClick={drawing(pngOf, 'png')}>
          PNG
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeSvg size={16} />} onClick={drawing(svgOf, 'svg')}>
          SVG
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={csv}>
          CSV
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={markdown}>
          Copy table as Markdown
        </Menu.Item>
      </Menu.Dropdown>
    </LoadedMenu>
  );
}

function attempt(failureTitle: string, action: () => Promise<void>): void {
  action().catch((error: unknown) =>
    notify({
      color: 'red',
      title: failureTitle,
      message: error instanceof Error ? error.message : String(error),
    }),
  );
}
