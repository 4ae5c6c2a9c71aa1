import { keyInWords, type Role, roleReaches, roles } from '@svc/model'
import {
  ArrowRightLeft,
  Contact,
  Link as LinkIcon,
  MonitorSmartphone,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react'
import { useState } from 'react'
import { changeMember, type Invited, linkForMember, type Member } from './member-calls.ts'
import { useSession } from '../../../session/session.tsx'
import { Badge } from '../../../design/badge.tsx'
import { classes } from '../../../design/classes.ts'
import type { MenuItem } from '../../../design/menu.tsx'
import { Select } from '../../../design/select.tsx'
import { tell, tellTrouble } from '../../../design/toast.tsx'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import parts from '../../../design/parts.module.css'
import { RowMenu } from '../../../design/row-menu.tsx'
import { Td } from '../../../design/table.tsx'
import { When } from '../../../words/when.tsx'
import { ContactsDialog } from './contacts-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import styles from './members.module.css'
import { MemberSessions } from './member-sessions.tsx'
import { rolesFor } from './role-words.ts'
import { MemberResponsibilities } from './member-responsibilities.tsx'

interface MemberRowProps {
  readonly member: Member
  onLink(made: Invited): void
  onChanged(): Promise<void>
}

export function MemberRow({ member, onLink, onChanged }: MemberRowProps) {
  const session = useSession()
  const [isShuttingOut, setShuttingOut] = useState(false)
  const [isHandingOver, setHandingOver] = useState(false)
  const [isEditingContacts, setEditingContacts] = useState(false)
  const [isLookingAtSessions, setLookingAtSessions] = useState(false)
  const role: Role = member.role ?? 'viewer'
  const name = member.displayName ?? member.email ?? member.id
  const isSelf = member.id === session.user.id
  // Only owners can change an owner.
  const mayChange = roleReaches(session.role, role)

  const change = async (changes: Parameters<typeof changeMember>[1], done: string) => {
    await changeMember(member.id, changes)
    tell(done, name)
    await onChanged()
  }
  const orTell = (doing: Promise<unknown>) =>
    void doing.catch((error: Error) => tellTrouble('Not changed', error))

  const items: readonly MenuItem[] = [
    {
      label: 'New sign-in link',
      icon: LinkIcon,
      isDisabled: !member.isActive,
      onSelect: () => orTell(linkForMember(member.id).then(onLink)),
    },
    {
      label: 'Contacts',
      icon: Contact,
      onSelect: () => setEditingContacts(true),
    },
    {
      label: 'Sessions',
      icon: MonitorSmartphone,
      onSelect: () => setLookingAtSessions(true),
    },
    {
      label: 'Hand over',
      icon: ArrowRightLeft,
      onSelect: () => setHandingOver(true),
    },
    member.isActive
      ? {
          label: 'Deactivate',
          icon: UserRoundX,
          isDangerous: true,
          isDisabled: isSelf,
          onSelect: () => setShuttingOut(true),
        }
      : {
          label: 'Activate',
          icon: UserRoundCheck,
          onSelect: () => orTell(change({ isActive: true }, 'Activated')),
        },
  ]

  return (
    <tr className={classes(!member.isActive && styles.isOut)}>
      <Td>
        <div className={styles.person}>
          <div>
            <div className={parts.row}>
              <span className={styles.name}>{name}</span>
              {isSelf && <Badge word="you" />}
              {!member.isActive && <Badge word="deactivated" />}
            </div>
            {name !== member.email && <div className={parts.faint}>{member.email}</div>}
          </div>
        </div>
      </Td>
      <Td name="Role">
        {mayChange && member.isActive ? (
          <div className={styles.role}>
            <Select
              aria-label={`Role of ${name}`}
              value={role}
              options={rolesFor(session.role).map((one) => ({ value: one, label: keyInWords(one) }))}
              onChange={(next) => {
                const wanted = roles.find((one) => one === next)
                if (wanted && wanted !== role) orTell(change({ role: wanted }, `Now ${wanted}`))
              }}
            />
          </div>
        ) : (
          keyInWords(role)
        )}
      </Td>
      <Td name="Last signed in">
        <When at={member.lastLoginAt} />
      </Td>
      <Td>
        {mayChange && <RowMenu of={name} items={items} />}
        <ConfirmDialog
          isOpen={isShuttingOut}
          title={`Deactivate ${name}?`}
          verb="Deactivate"
          onClose={() => setShuttingOut(false)}
          onConfirm={() => change({ isActive: false }, 'Deactivated')}
          more={isShuttingOut && <MemberResponsibilities uid={member.id} name={name} />}
        >
          Their sessions end and their tokens stop working. What they have done stays, and you can reactivate
          them. They stay responsible for what they have until you hand it over; nothing new can be assigned
          to them.
        </ConfirmDialog>
        {isEditingContacts && (
          <ContactsDialog member={member} name={name} onClose={() => setEditingContacts(false)} />
        )}
        {isLookingAtSessions && (
          <MemberSessions uid={member.id} name={name} onClose={() => setLookingAtSessions(false)} />
        )}
        {isHandingOver && (
          <HandOverDialog uid={member.id} name={name} onClose={() => setHandingOver(false)} />
        )}
      </Td>
    </tr>
  )
}
