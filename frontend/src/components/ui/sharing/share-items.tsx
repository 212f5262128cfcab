import { Button, Menu } from '@mantine/core';
import {
  IconDownload,
  IconFileText,
  IconHelp,
  IconLink,
  IconMarkdown,
  IconShare,
  IconWorld,
} from '@tabler/icons-react';

import { apiAddress, hasPage, isShared } from '@/api/share';
import { PlainLink } from '@/components/ui/navigation/plain-link';
import { DOCS_TOPICS } from '@/components/words/docs-topics';
import { notify } from '@/components/ui/feedback/notices';
import { LoadedMenu } from '@/components/ui/navigation/loaded-menu';
import { Small } from '@/components/ui/labels/texts';

import { copyText } from './save';
import type { ShareProps } from './share-files';

/** Copy the link as it is, with filters and choices; copy as Markdown; read the report; take files away. */
export default function ShareItems({ files, markdown, report, onShare }: ShareProps) {
  return (
    <LoadedMenu position="bottom-end" width={270} shadow="md">
      <Menu.Target>
        <Button autoFocus variant="filled" leftSection={<IconShare size={16} />}>
          Share
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconLink size={16} />}
          onClick={() => copy('The link', window.location.href)}
        >
          Copy link
          <Hint>
            {isShared ? 'this page, as you see it' : 'for your team: they sign in and see this view'}
          </Hint>
        </Menu.Item>
        {onShare && (
          <Menu.Item leftSection={<IconWorld size={16} />} onClick={onShare}>
            Anyone with the link…
            <Hint>read-only, without an account</Hint>
          </Menu.Item>
        )}
        {markdown && (
          <Menu.Item
            leftSection={<IconMarkdown size={16} />}
            onClick={() => copy('The table', fetchText(markdown))}
          >
            Copy as Markdown
          </Menu.Item>
        )}
        {report && hasPage(report) && (
          <Menu.Item component={PlainLink} href={report} leftSection={<IconFileText size={16} />}>
            Report
            <Hint>as a write-up, ready to print</Hint>
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>Download</Menu.Label>
        {files.map(({ label, text, href }) => (
          <Menu.Item
            key={href}
            component="a"
            href={apiAddress(href)}
            download
            leftSection={<IconDownload size={16} />}
          >
            {label}
            {text && <Hint>{text}</Hint>}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          component="a"
          href={`/docs/${DOCS_TOPICS.share}`}
          target="_blank"
          rel="noopener"
          leftSection={<IconHelp size={16} />}
        >
          What each of these holds
        </Menu.Item>
      </Menu.Dropdown>
    </LoadedMenu>
  );
}

const Hint = ({ children }: { children: string }) => <Small>{children}</Small>;

async function fetchText(address: string): Promise<string> {
  const answer = await fetch(apiAddress(address));
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.text();
}

function copy(subject: string, text: string | Promise<string>): void {
  copyText(text)
    .then(() => notify({ message: `${subject} is in the clipboard.` }))
    .catch((error: unknown) =>
      notify({
        color: 'red',
        title: `${subject} could not be copied`,
        message: error instanceof Error ? error.message : String(error),
      }),
    );
}
