import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { Me } from '@/api/queries/people';
import { signOut } from '@/api/queries/session';
import { ACCOUNT_PAGES } from '@/components/domain/account-pages';
import { Needs } from '@/components/domain/needs';
import { notify } from '@/components/ui/feedback/notices';
import { LoadedMenu } from '@/components/ui/navigation/loaded-menu';

import { AccountButton } from './account-button';

/** The pages of the account as far as one may use them, and signing out. */
export default function AccountMenu({ me }: { me: Me }) {
  const leave = useMutation({
    mutationFn: signOut,
    onError: (error) => notify({ message: `You are still signed in. ${error.message}`, color: 'red' }),
  });
  return (
    <LoadedMenu position="bottom-end" width={200}>
      <Menu.Target>
        <AccountButton autoFocus me={me} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label style={{ overflowWrap: 'anywhere' }}>
          {me.account_id ? me.name : 'The dashboard’s token'}, {me.role}
        </Menu.Label>
        {ACCOUNT_PAGES.map(({ to, label, right }) => (
          <Needs key={to} right={right}>
            <Menu.Item renderRoot={(props) => <Link to={to} {...props} />}>{label}</Menu.Item>
          </Needs>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => leave.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </LoadedMenu>
  );
}
