import { UnstyledButton } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

import type { Me } from '@/api/queries/people';

import classes from './header.module.css';

/** Who is signed in; opens the menu of the account. */
export function AccountButton({ me, className = '', ...props }: { me: Me } & ComponentProps<'button'>) {
  return (
    <UnstyledButton
      className={`${classes.account} ${className}`}
      title={`Signed in as ${me.name}, ${me.role}`}
      aria-label={`Your account: ${me.name}`}
      aria-haspopup="menu"
      {...props}
    >
      <IconUser size={18} aria-hidden />
      <span className="mantine-visible-from-sm">{me.account_id ? me.name : 'token'}</span>
    </UnstyledButton>
  );
}
