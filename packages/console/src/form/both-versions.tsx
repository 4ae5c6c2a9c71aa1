import type { Kind } from '@svc/model'
import { Value } from '../values/change-list.tsx'
import styles from './both-versions.module.css'
import type { Versions } from './versions.ts'

interface BothVersionsProps {
  readonly kind: Kind
  readonly versions: readonly Versions[]
}

/** My value and theirs, field by field. */
export const BothVersions = ({ kind, versions }: BothVersionsProps) =>
  versions.length === 0 ? (
    <p>Both versions say the same: nothing would be lost.</p>
  ) : (
    <div className={styles.scroll}>
      <table className={styles.versions}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((one) => (
            <tr key={one.key}>
              <th scope="row">{one.label}</th>
              <td>
                <Value kind={kind} change={one} value={one.mine ?? null} />
                {!one.isMine && <p className={styles.note}>not changed by you: theirs stays</p>}
              </td>
              <td>
                <Value kind={kind} change={one} value={one.theirs ?? null} />
                {!one.isTheirs && <p className={styles.note}>not changed by them</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
