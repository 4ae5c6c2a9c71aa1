import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { classes } from './classes.ts'
import styles from './toast.module.css'
import { said } from './trouble.ts'

const manager = Base.createToastManager()

/** What a message offers to do about what it reports. */
export interface ToastAction {
  readonly label: string
  run(): unknown
}

/** Long enough to notice a mistake, and to reach the button by keyboard; the clock stops while somebody is on it. */
const withActionMs = 10_000

/** Reports success. */
export const tell = (title: string, description?: string, action?: ToastAction): void => {
  const id = manager.add({
    title,
    description,
    timeout: action ? withActionMs : 4_000,
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id)
          void action.run()
        },
      },
    }),
  })
}

/** Reports a failure and its reason; stays until dismissed. */
export const tellTrouble = (title: string, why?: string | Error): void => {
  const description = why instanceof Error ? said(why) : why
  manager.add({ title, description, type: 'bad', priority: 'high', timeout: 0 })
}

export const Toasts = ({ children }: { readonly children: ReactNode }) => (
  <Base.Provider toastManager={manager}>
    {children}
    <Base.Portal>
      <Base.Viewport className={styles.viewport}>
        <Shown />
      </Base.Viewport>
    </Base.Portal>
  </Base.Provider>
)

function Shown() {
  const { toasts } = Base.useToastManager()
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className={classes(styles.toast, toast.type === 'bad' && styles.bad)}
    >
      <Base.Content className={styles.content}>
        <Base.Title className={styles.title} />
        <Base.Close className={buttonClass('quiet', true)} aria-label="Dismiss">
          <X aria-hidden />
        </Base.Close>
        <Base.Description className={styles.description} />
        <Base.Action className={classes(buttonClass('secondary'), styles.action)} />
      </Base.Content>
    </Base.Root>
  ))
}
