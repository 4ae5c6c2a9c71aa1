import { kinds } from '@svc/model'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Domain } from './domain.ts'
import { useDelete } from '../../../api/records.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Note } from '../../../design/note.tsx'
import { said } from '../../../design/trouble.ts'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import { Copyable } from '../../../design/copyable.tsx'
import parts from '../../../design/parts.module.css'
import { RowMenu } from '../../../design/row-menu.tsx'
import { useAction } from '../../../api/use-call.ts'
import { ProviderLink } from '../parts/provider-link.tsx'
import { When } from '../../../words/when.tsx'
import { DomainDialog } from './domain-dialog.tsx'
import styles from './sso.module.css'

const words = {
  dns_txt: { where: 'Publish a TXT record with the name', what: 'and this value' },
  dns_cname: { where: 'Publish a CNAME record with the name', what: 'and this target' },
  http_meta: { where: 'Publish a file at', what: 'containing only' },
} as const satisfies Record<Exclude<Domain['verificationMethod'], 'email_link'>, unknown>

/** Who must use a provider, where that differs from the organisation. */
function ruleOf({ enforcementOverride, verificationStatus }: Domain): string {
  if (enforcementOverride === 'inherit') return ''
  if (enforcementOverride !== 'required') return 'Nobody with an address in it has to use a provider.'
  const when = verificationStatus === 'verified' ? '' : ' once it is verified'
  return `Everyone with an address in it has to use a provider${when}.`
}

/** A domain, who signs its people in, whether it is verified, and what to publish until it is. */
export function DomainRow({ domain }: { readonly domain: Domain }) {
  const { id, normalizedDomain, verificationStatus, verificationMethod, verificationMessage } = domain
  const verify = useAction(kinds.ssoDomain, 'verifySsoDomain')
  const remove = useDelete(kinds.ssoDomain)
  const [doing, setDoing] = useState<'edit' | 'delete'>()
  const isVerified = verificationStatus === 'verified'
  const close = () => setDoing(undefined)
  const published = verificationMethod === 'email_link' ? undefined : words[verificationMethod]
  const verb = published ? 'Check now' : 'Send a new link'
  return (
    <section className={styles.domain} aria-label={normalizedDomain}>
      <div className={styles.head}>
        <h3>{normalizedDomain}</h3>
        <Badge word={verificationStatus} />
        <span className={parts.faint}>
          {domain.lastCheckedAt ? (
            <>
              last checked <When at={domain.lastCheckedAt} />
            </>
          ) : (
            'not checked yet'
          )}
        </span>
        <span className={styles.actions}>
          <Button
            disabled={verify.isPending}
            aria-label={`${verb}: ${normalizedDomain}`}
            onClick={() => verify.mutate({ params: { domainId: id } })}
          >
            {verify.isPending ? (published ? 'Checking…' : 'Sending…') : verb}
          </Button>
          <RowMenu
            of={normalizedDomain}
            items={[
              { label: 'Edit', icon: Pencil, onSelect: () => setDoing('edit') },
              { label: 'Delete', icon: Trash2, isDangerous: true, onSelect: () => setDoing('delete') },
            ]}
          />
        </span>
      </div>
      <p className={parts.soft}>
        {domain.identityProviderId ? (
          <>
            Its people sign in through <ProviderLink id={domain.identityProviderId} />.
          </>
        ) : (
          'No identity provider is chosen.'
        )}{' '}
        {ruleOf(domain)}
      </p>
      {verify.error && <Note tone="bad">{said(verify.error)}</Note>}
      {verificationMessage && (
        <Note tone={isVerified ? 'good' : verificationStatus === 'pending' ? 'info' : 'warn'}>
          {verificationMessage}
        </Note>
      )}
      {!isVerified && published && (
        <div className={styles.publish}>
          <p>{published.where}</p>
          <Copyable text={domain.verificationLocation ?? ''} label="the location" />
          <p>{published.what}</p>
          <Copyable text={domain.verificationValue ?? ''} label="the value" />
        </div>
      )}
      {doing === 'edit' && <DomainDialog domain={domain} onClose={close} />}
      <ConfirmDialog
        isOpen={doing === 'delete'}
        title={`Delete ${normalizedDomain}?`}
        verb="Delete"
        onClose={close}
        onConfirm={() => remove.mutateAsync(id)}
      >
        Members with this domain will no longer be sent to a provider. If you add it again, it has to be
        verified again.
      </ConfirmDialog>
    </section>
  )
}
