import { CopyButton } from '../../design/copy-button.tsx'
import { Note } from '../../design/note.tsx'
import styles from './factors.module.css'

/** They are shown once, like every secret. */
export const RecoveryCodes = ({ codes }: { readonly codes: readonly string[] }) => (
  <div className={styles.stack}>
    <Note tone="warn">
      Save these recovery codes where you keep your passwords. If you lose your device, each of them takes its
      place once. They are shown only now.
    </Note>
    <ul className={styles.codes} aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <div className={styles.foot}>
      <CopyButton text={codes.join('\n')} label="Copy the recovery codes" />
    </div>
  </div>
)
