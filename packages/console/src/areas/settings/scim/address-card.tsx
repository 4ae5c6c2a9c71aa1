import { Card } from '../../../design/card.tsx'
import { Copyable } from '../../../design/copyable.tsx'
import parts from '../../../design/parts.module.css'
import { Markdown } from '../../../values/markdown/markdown.tsx'
import guide from '../../../../../../docs/sign-in/scim.md?raw'
import styles from './scim.module.css'
import { vendorSteps } from './vendor-steps.ts'

/** What to enter at a directory, and where. */
export function AddressCard({ url }: { readonly url: string }) {
  const { vendors, note } = vendorSteps(guide, url)
  return (
    <Card title="Set up the directory">
      <div className={parts.stack}>
        <p className={parts.soft}>
          In the directory, enter this address (called SCIM URL, base URL or tenant URL there) and a SCIM
          token, to be sent as a bearer token. The unique identifier is <code>userName</code>.
        </p>
        <Copyable text={url} label="SCIM address" />
        <div className={styles.vendors}>
          {vendors.map(({ name, steps }) => (
            <details key={name}>
              <summary>{name}</summary>
              <Markdown text={steps} />
            </details>
          ))}
        </div>
        <p className={parts.faint}>{note}</p>
      </div>
    </Card>
  )
}
