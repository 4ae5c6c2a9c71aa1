import type { InputHTMLAttributes, ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './checkbox.module.css'

type BoxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>

/** The browser's own checkbox, in the console's colours. */
export const Checkbox = ({ className, ...rest }: BoxProps) => (
  <input type="checkbox" className={classes(styles.box, className)} {...rest} />
)

/** A checkbox with its label. */
export const CheckLine = ({ children, ...rest }: BoxProps & { readonly children: ReactNode }) => (
  <label className={styles.line}>
    <input type="checkbox" className={styles.box} {...rest} />
    {children}
  </label>
)
