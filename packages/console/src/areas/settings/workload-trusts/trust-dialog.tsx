import { keyInWords, keyScopes, kinds, modes, plain } from '@svc/model'
import { useState } from 'react'
import { useCreate, useUpdate } from '../../../api/records.ts'
import { Checks } from '../../../design/checks.tsx'
import { Field } from '../../../design/field.tsx'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { Select } from '../../../design/select.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { useForm } from '../../../design/use-form.ts'
import { shownUrl } from '../../../session/base-path.ts'
import { scopeWords } from '../../../words/scope-words.ts'
import { changed } from '../parts/changed.ts'
import { ConditionFields } from './condition-fields.tsx'
import {
  bodyOf,
  draftOf,
  newDraft,
  type Platform,
  startFor,
  type Trust,
  type TrustDraft,
  usualIssuers,
} from './trust.ts'
import styles from './trusts.module.css'

interface TrustDialogProps {
  /** The rule to change; without it, one is added. */
  readonly trust?: Trust
  onSaved(trust: Trust): void
  onClose(): void
}

const platforms: readonly { readonly value: Platform; readonly label: string }[] = [
  { value: 'github', label: 'GitHub Actions' },
  { value: 'gitlab', label: 'GitLab CI' },
  { value: 'other', label: 'Another, such as Kubernetes' },
]

const issuerHints: Readonly<Record<Platform, string>> = {
  github:
    'This one is for github.com. For GitHub Enterprise it is https://token.actions.SUBDOMAIN.ghe.com or https://HOST/_services/token.',
  gitlab: 'The address of your GitLab, without a slash at the end.',
  other: 'The iss claim of its tokens, exactly as it is there.',
}

const lifetimes = [
  { value: 300, label: '5 minutes' },
  { value: 900, label: '15 minutes' },
  { value: 1_800, label: '30 minutes' },
  { value: 3_600, label: 'An hour' },
]

/** Which jobs to trust, and with what. */
export function TrustDialog({ trust, onSaved, onClose }: TrustDialogProps) {
  const create = useCreate(kinds.workloadTrust)
  const update = useUpdate(kinds.workloadTrust, trust?.id ?? '')
  const [draft, setDraft] = useState(() => (trust ? draftOf(trust) : newDraft(shownUrl)))
  const set = (changes: Partial<TrustDraft>) => setDraft({ ...draft, ...changes })
  const { name, platform, issuer, audience, scopes, mode, maxSeconds } = draft
  const form = useForm(async () => {
    const body = bodyOf(draft)
    const { record } = trust
      ? await update.mutateAsync({ changes: changed(trust, body) })
      : await create.mutateAsync(body)
    onSaved(record as Trust)
  })
  const { faults } = form
  return (
    <FormDialog
      title={trust ? `Change ${trust.name}` : 'New trust rule'}
      lead={trust ? undefined : 'Say which jobs to trust. You then get the pipeline file to copy.'}
      form={form}
      verb={trust ? 'Save' : 'Create'}
      isWide
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="The audit log shows it for everything its jobs do."
        error={faults.get('name')}
        value={name}
        autoComplete="off"
        onChange={(next) => set({ name: next })}
      />
      <div className={styles.pair}>
        <Field label="Platform">
          {(control) => (
            <Select
              {...control}
              value={platform}
              options={platforms}
              isDisabled={trust !== undefined}
              onChange={(next) => setDraft(onPlatform(draft, next as Platform))}
            />
          )}
        </Field>
        <TextField
          label="Issuer"
          hint={issuerHints[platform]}
          error={faults.get('issuer')}
          value={issuer}
          autoComplete="off"
          spellCheck={false}
          onChange={(next) => set({ issuer: next })}
        />
      </div>
      <ConditionFields draft={draft} error={faults.get('conditions')} onChange={set} />
      <Checks
        label="What its jobs may do"
        choices={keyScopes.map((scope) => ({ value: scope, label: keyInWords(scope), about: uses[scope] }))}
        value={scopes}
        error={faults.get('scopes')}
        onChange={(next) => set({ scopes: keyScopes.filter((scope) => next.includes(scope)) })}
      />
      <div className={styles.pair}>
        <Field label="Data" error={faults.get('mode')}>
          {(control) => (
            <Select
              {...control}
              value={mode}
              options={modes.map((one) => ({ value: one, label: keyInWords(one) }))}
              onChange={(next) => set({ mode: next === 'test' ? 'test' : 'live' })}
            />
          )}
        </Field>
        <Field label="A token is valid for" error={faults.get('maxSeconds')}>
          {(control) => (
            <Select
              {...control}
              value={String(maxSeconds)}
              options={lifetimesWith(maxSeconds)}
              onChange={(next) => set({ maxSeconds: Number(next) })}
            />
          )}
        </Field>
      </div>
      <TextField
        label="Audience"
        hint={`${plain(kinds.workloadTrust.fields.audience.traits.about)} The pipeline file asks for it.`}
        error={faults.get('audience')}
        value={audience}
        autoComplete="off"
        spellCheck={false}
        onChange={(next) => set({ audience: next })}
      />
    </FormDialog>
  )
}

const uses: Readonly<Record<(typeof keyScopes)[number], string>> = {
  read: `${scopeWords.read}. “tofu plan” needs it.`,
  write: `${scopeWords.write}. “tofu apply” needs it.`,
  ingest: `${scopeWords.ingest}.`,
}

/** The claims of another platform are others. */
const onPlatform = (draft: TrustDraft, platform: Platform): TrustDraft => ({
  ...draft,
  ...{ platform, issuer: usualIssuers[platform], guided: startFor(platform), others: [] },
})

/** One that was set elsewhere can stay. */
function lifetimesWith(seconds: number) {
  const isKnown = lifetimes.some(({ value }) => value === seconds)
  return [...lifetimes, ...(isKnown ? [] : [{ value: seconds, label: `${seconds} seconds` }])].map(
    ({ value, label }) => ({ value: String(value), label }),
  )
}
