import { classes } from '../../design/classes.ts'
import { useMode } from '../../session/mode.tsx'
import styles from './mode-switch.module.css'

export function ModeSwitch() {
  const { mode, setMode } = useMode()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere.
    <div className={styles.switch} role="group" aria-label="Data">
      <button
        type="button"
        className={styles.option}
        aria-pressed={mode === 'live'}
        onClick={() => setMode('live')}
      >
        Live
      </button>
      <button
        type="button"
        className={classes(styles.option, styles.test)}
        aria-pressed={mode === 'test'}
        onClick={() => setMode('test')}
      >
        Test
      </button>
    </div>
  )
}
