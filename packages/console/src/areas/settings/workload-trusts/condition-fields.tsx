import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../design/button.tsx'
import { Check } from '../../../design/checks.tsx'
import { Input } from '../../../design/field.tsx'
import parts from '../../../design/parts.module.css'
import { TextField } from '../../../design/text-field.tsx'
import type { Guided, Platform, TrustDraft } from './trust.ts'
import styles from './trusts.module.css'

interface ConditionFieldsProps {
  readonly draft: TrustDraft
  readonly error: string | undefined
  onChange(changes: Partial<TrustDraft>): void
}

const ids: Readonly<Record<Platform, { readonly label: string; readonly hint: ReactNode }>> = {
  github: {
    label: 'Repository id',
    hint: (
      <>
        A number that nobody else can ever get. <code>gh api repos/OWNER/NAME --jq .id</code> prints it.
      </>
    ),
  },
  gitlab: {
    label: 'Project id',
    hint: 'A number that nobody else can ever get. In GitLab, see Settings → General of the project.',
  },
  other: {
    label: 'Subject',
    hint: 'The sub claim of its tokens, such as system:serviceaccount:shop:deploy in Kubernetes.',
  },
}

/** Which jobs are meant: by an id, and by what narrows it down. */
export function ConditionFields({ draft, error, onChange }: ConditionFieldsProps) {
  const { platform, guided, others } = draft
  const set = (changes: Partial<Guided>) => onChange({ guided: { ...guided, ...changes } })
  const { label, hint } = ids[platform]
  return (
    <>
      <TextField
        label={label}
        hint={hint}
        error={error}
        value={guided.id}
        autoComplete="off"
        onChange={(id) => set({ id })}
      />
      {platform !== 'other' && (
        <div className={styles.pair}>
          <TextField
            label="Branch"
            isOptional
            hint="Without one, every branch and tag is trusted."
            value={guided.branch}
            autoComplete="off"
            onChange={(branch) => set({ branch })}
          />
          <TextField
            label="Environment"
            isOptional
            hint="Useful if the platform protects it, for example by reviews."
            value={guided.environment}
            autoComplete="off"
            onChange={(environment) => set({ environment })}
          />
        </div>
      )}
      {platform === 'github' && (
        <Check
          label="Pushes only"
          about="A pull request can run code that nobody has approved, and somebody can start a workflow by hand."
          value={guided.event !== ''}
          onChange={(isOn) => set({ event: isOn ? 'push' : '' })}
        />
      )}
      {platform === 'gitlab' && (
        <Check
          label="Protected branches and tags only"
          about="Only those who may push to them can start such a job."
          value={guided.isProtected !== ''}
          onChange={(isOn) => set({ isProtected: isOn ? 'true' : '' })}
        />
      )}
      <OtherClaims others={others} onChange={(next) => onChange({ others: next })} />
    </>
  )
}

interface OtherClaimsProps {
  readonly others: TrustDraft['others']
  onChange(others: TrustDraft['others']): void
}

/** Any other claims that a token must have, with exactly these values. */
const OtherClaims = ({ others, onChange }: OtherClaimsProps) => (
  <fieldset className={parts.checks}>
    <legend>Other claims</legend>
    {others.map((one, index) => {
      const set = (changes: Partial<typeof one>) =>
        onChange(others.map((other, at) => (at === index ? { ...other, ...changes } : other)))
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a claim is known by nothing else while it is typed.
        <div key={index} className={styles.claim}>
          <Input
            aria-label={`Claim ${index + 1}`}
            placeholder="workflow_ref"
            value={one.claim}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => set({ claim: target.value })}
          />
          <Input
            aria-label={`Value of claim ${index + 1}`}
            value={one.value}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => set({ value: target.value })}
          />
          <Button
            look="quiet"
            square
            aria-label={`Remove claim ${index + 1}`}
            onClick={() => onChange(others.filter((_, at) => at !== index))}
          >
            <X aria-hidden />
          </Button>
        </div>
      )
    })}
    <div>
      <Button onClick={() => onChange([...others, { claim: '', value: '' }])}>
        <Plus aria-hidden />
        Add a claim
      </Button>
    </div>
  </fieldset>
)
