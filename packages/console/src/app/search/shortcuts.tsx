import { Dialog } from '../../design/dialog.tsx'
import { commandKey, goKeys } from './keys.ts'
import styles from './shortcuts.module.css'

const groups = [
  {
    label: 'Everywhere',
    keys: [
      { keys: [commandKey, 'K'], about: 'Search and actions' },
      { keys: ['?'], about: 'This list' },
      { keys: ['Esc'], about: 'Close the dialog or menu' },
    ],
  },
  {
    label: 'In a list',
    keys: [
      { keys: ['J'], about: 'Next row' },
      { keys: ['K'], about: 'Previous row' },
      { keys: ['Enter'], about: 'Open the row' },
      { keys: ['E'], about: 'Edit a value of the row; Tab goes on to the others' },
      { keys: ['X'], about: 'Select the row, with Shift all since the last one' },
      { keys: ['C'], about: 'Create a new one' },
      { keys: ['/'], about: 'Search the list' },
    ],
  },
  {
    label: 'Go to',
    keys: goKeys.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], about: label })),
  },
  {
    label: 'On the issue board',
    keys: [
      { keys: ['Space'], about: 'Pick up the focused card, or drop it' },
      { keys: ['←', '→'], about: 'Move it to another column' },
      { keys: ['↑', '↓'], about: 'Choose the status in that column' },
      { keys: ['Esc'], about: 'Cancel the move' },
    ],
  },
]

export const Shortcuts = ({ isOpen, onClose }: { readonly isOpen: boolean; onClose(): void }) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where they do not all fit, they are scrolled by keyboard. */}
    <section tabIndex={0} aria-label="Shortcuts">
      {groups.map(({ label, keys }) => (
        <section key={label} className={styles.group}>
          <h3>{label}</h3>
          <dl className={styles.keys}>
            {keys.map(({ keys: pressed, about }) => (
              <div key={about} className={styles.line}>
                <dt>{about}</dt>
                <dd>
                  {pressed.map((key, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice.
                    <kbd key={place}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </section>
  </Dialog>
)
