import { kinds } from '@svc/model'
import { useState } from 'react'
import { useAction } from '../../../api/use-call.ts'
import { Button } from '../../../design/button.tsx'
import { Note } from '../../../design/note.tsx'
import { said } from '../../../design/trouble.ts'
import type { Domain } from './domain.ts'
import styles from './sso.module.css'

interface Link {
  readonly domainId: string
  readonly secret: string
}

function linkIn(hash: string): Link | undefined {
  const [, domainId = '', secret = ''] = /^#(\w+)\.(svc_domain_\w+)$/.exec(hash) ?? []
  return secret === '' ? undefined : { domainId, secret }
}

/** For who has opened the link in a mail. It takes a click: mail programs open links before people do. */
export function MailedLink({ domains }: { readonly domains: readonly Domain[] }) {
  const [link, setLink] = useState(() => linkIn(window.location.hash))
  const confirm = useAction(kinds.ssoDomain, 'confirmSsoDomain')
  if (!link) return null
  const name = domains.find(({ id }) => id === link.domainId)?.normalizedDomain
  const done = () => {
    window.history.replaceState(window.history.state, '', window.location.pathname)
    setLink(undefined)
  }
  return (
    <section className={styles.domain} aria-label="The link that you have opened">
      {name === undefined ? (
        <Note tone="warn">The link that you have opened is for a domain that is no longer here.</Note>
      ) : (
        <>
          <p>
            You have opened the link that was mailed to the postmaster of {name}. Does {name} belong to your
            organisation?
          </p>
          {confirm.error && <Note tone="bad">{said(confirm.error)}</Note>}
          <Button
            look="primary"
            disabled={confirm.isPending}
            onClick={() =>
              confirm.mutate(
                { params: { domainId: link.domainId }, body: { link: link.secret } },
                { onSuccess: done },
              )
            }
          >
            Confirm {name}
          </Button>
        </>
      )}
    </section>
  )
}
