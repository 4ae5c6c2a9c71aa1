import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { classes } from './classes.ts'
import styles from './toast.module.css'
import { said } from './trouble.ts'

const manager = Base.createToastManager()

/** Reports success. */
export const tell = (title: string, description?: string): void => {
  manager.add({ title, description, timeout: 4_000 })
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
      </Base.Content>
    </Base.Root>
  ))
}
