import { useEffect, useState } from 'react'
import { withBasePath } from '../../../session/base-path.ts'
import { Button } from '../../../design/button.tsx'
import { Note } from '../../../design/note.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { asList, asObject, asText, decoded, type Untyped } from '../untyped.ts'
import { ReferenceView } from '../openapi/reference-view.tsx'
import { TryIt } from '../try-it/try-it.tsx'
import styles from './own-api-page.module.css'

type Description = 'coming' | 'failed' | { readonly document: Untyped }

const address = withBasePath('/v1/openapi.json')

/** The reference of this server's own API. It can be read without signing in. */
export function OwnApiPage() {
  const [description, setDescription] = useState<Description>('coming')
  const [token, setToken] = useState('')
  const read = () => {
    setDescription('coming')
    readDescription().then(
      (document) => setDescription({ document }),
      () => setDescription('failed'),
    )
  }
  useEffect(read, [])
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1>svc API reference</h1>
        <p>Open an operation to read about it, and to try it with a token or as the person signed in here.</p>
        <nav aria-label="Elsewhere" className={styles.links}>
          <a href={address}>openapi.json, for machines</a>
          <a href={withBasePath('/')}>Console</a>
          <a href={withBasePath('/third-party-notices.txt')}>Third-party licences</a>
        </nav>
        <div className={styles.token}>
          <TextField
            label="Token to try with"
            isOptional
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder="svc_pat_test_…"
            hint="Kept until you close or reload this page. A test token touches nothing live."
            value={token}
            onChange={(text) => setToken(text.trim())}
          />
        </div>
      </header>
      {description === 'coming' && <Skeleton />}
      {description === 'failed' && (
        <Note tone="bad">
          <p>Couldn’t load the API description.</p>
          <Button onClick={read}>Try again</Button>
        </Note>
      )}
      {typeof description === 'object' && (
        <ReferenceView
          document={description.document}
          asked={decoded(window.location.hash.slice(1))}
          onOpen={(key) => window.history.replaceState(null, '', `#${encodeURIComponent(key)}`)}
          actions={(operation) => (
            <TryIt operation={operation} server={serverOf(description.document)} token={token} />
          )}
        />
      )}
    </main>
  )
}

async function readDescription(): Promise<Untyped> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`)
  return asObject(await response.json())
}

const serverOf = ({ servers }: Untyped): string => asText(asObject(asList(servers)[0]).url)
