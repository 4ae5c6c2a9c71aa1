import { Combobox } from '@base-ui/react/combobox'
import type { NamedRecord } from '@svc/client'
import { Check } from 'lucide-react'
import menu from '../../design/menu.module.css'
import styles from '../../design/picker.module.css'
import { type Tally, TallyMark } from '../../design/tally.tsx'
import { said } from '../../design/trouble.ts'

interface FoundListProps {
  readonly isPending: boolean
  readonly error: Error | null
  readonly words: string
  readonly several: string
  tallyOf?: ((id: string) => Tally | undefined) | undefined
}

const chosenMark = (
  <Combobox.ItemIndicator className={menu.check}>
    <Check aria-hidden />
  </Combobox.ItemIndicator>
)

/** The records that a picker offers below its input. */
export const FoundList = ({ isPending, error, words, several, tallyOf }: FoundListProps) => (
  <Combobox.Portal>
    <Combobox.Positioner className={menu.positioner} sideOffset={4}>
      <Combobox.Popup className={styles.popup} aria-busy={isPending || undefined}>
        <Combobox.Empty className={styles.empty}>
          {isPending
            ? 'Searching…'
            : error
              ? said(error)
              : words
                ? `No ${several} match “${words}”.`
                : `There are no ${several} yet.`}
        </Combobox.Empty>
        <Combobox.List>
          {(one: NamedRecord) => (
            <Combobox.Item key={one.id} value={one} className={menu.item}>
              <span className={styles.name}>{one.name}</span>
              {tallyOf ? (
                <>
                  <TallyMark tally={tallyOf(one.id)} />
                  <span className={menu.slot}>{chosenMark}</span>
                </>
              ) : (
                chosenMark
              )}
            </Combobox.Item>
          )}
        </Combobox.List>
      </Combobox.Popup>
    </Combobox.Positioner>
  </Combobox.Portal>
)
