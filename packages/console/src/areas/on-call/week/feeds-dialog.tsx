import { type CreateInput, type Kinds, kinds, oncallFeedSorts } from '@svc/model'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useAction, useCall } from '../../../api/use-call.ts'
import { Button } from '../../../design/button.tsx'
import { FormDialog } from '../../../design/form-dialog.tsx'
import parts from '../../../design/parts.module.css'
import { SecretDialog } from '../../../design/secret-dialog.tsx'
import { tell, tellTrouble } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { fieldsOf } from '../../../form/fields-of.ts'
import type { Values } from '../../../form/form-field.ts'
import { SettingsFields } from '../../../form/settings-fields.tsx'
import { useSession } from '../../../session/session.tsx'
import { RefLink } from '../../../values/ref-link.tsx'

const kind = kinds.oncallFeed
const [everything, team, person] = oncallFeedSorts

/** Opens the feeds to subscribe to. */
export function Subscribe() {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<{ readonly url: string; readonly name: string }>()
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <CalendarPlus aria-hidden />
        Subscribe
      </Button>
      {isOpen && (
        <FeedsDialog
          onClose={() => setOpen(false)}
          onMade={(url, name) => {
            setOpen(false)
            setMade({ url, name })
          }}
        />
      )}
      <SecretDialog
        secret={made?.url}
        title={`Calendar address of ${made?.name ?? ''}`}
        noun="address"
        onClose={() => setMade(undefined)}
      >
        <p className={parts.soft}>
          Add it to your calendar program as a subscription. Whoever has it can read who is on call, so revoke
          it here when you no longer use it.
        </p>
      </SecretDialog>
    </>
  )
}

interface FeedsDialogProps {
  onClose(): void
  onMade(url: string, name: string): void
}

function FeedsDialog({ onClose, onMade }: FeedsDialogProps) {
  const { user } = useSession()
  const create = useAction(kind, 'createOnCallFeed')
  const [values, setValues] = useState<Values>({ name: 'My calendar', of: person, userUid: user.id })
  const chosen = values.of === team ? ['teamId'] : values.of === person ? ['userUid'] : []
  const form = useForm(async () => {
    const target = Object.fromEntries(chosen.map((key) => [key, values[key]]))
    const body = { name: values.name, of: values.of, ...target } as CreateInput<Kinds['oncallFeed']>
    const { url } = await create.mutateAsync({ body })
    onMade(new URL(url ?? '', window.location.origin).href, body.name)
  })
  return (
    <FormDialog
      title="On-call in your calendar"
      lead="An address that calendar programs subscribe to: from a week ago to eight weeks ahead."
      form={form}
      verb="Create address"
      isWide
      onClose={onClose}
    >
      <SettingsFields
        fields={fieldsOf(kind, values, { keys: ['name', 'of', ...chosen] }).map((field) => ({
          ...field,
          isOptional: false,
        }))}
        values={values}
        faults={form.faults}
        onChange={(next) => setValues({ ...next, of: next.of ?? everything })}
      />
      <ExistingFeeds />
    </FormDialog>
  )
}

/** Those that are in use, each with a way to revoke it. */
function ExistingFeeds() {
  const { user, scopes } = useSession()
  const found = useCall(kind, 'listOnCallFeeds')
  const revoke = useAction(kind, 'deleteOnCallFeed')
  const feeds = found.data?.feeds ?? []
  if (feeds.length === 0) return null
  return (
    <div>
      <h3>Addresses in use</h3>
      <ul className={parts.stack}>
        {feeds.map(({ id, name, lastFour, createdBy, teamId, userUid }) => (
          <li key={id} className={parts.row}>
            <span>
              {name} (…{lastFour}),{' '}
              {teamId || userUid ? <RefLink id={teamId ?? userUid ?? ''} /> : 'everything'}
            </span>
            {(createdBy === user.id || scopes.includes('admin')) && (
              <Button
                look="quiet"
                aria-label={`Revoke ${name} …${lastFour}`}
                onClick={() =>
                  void revoke
                    .mutateAsync({ params: { feedId: id } })
                    .then(() => tell('Revoked', name))
                    .catch((error: Error) => tellTrouble('Not revoked', error))
                }
              >
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
