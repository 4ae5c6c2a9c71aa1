import type { ButtonHTMLAttributes } from 'react'
import { classes } from './classes.ts'
import styles from './button.module.css'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: ButtonLook
  /** Icon only: needs an `aria-label`. */
  readonly square?: boolean
}

export function Button({
  look = 'secondary',
  square = false,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return <button type={type} className={classes(buttonClass(look, square), className)} {...rest} />
}

/** For links that look like buttons. */
export const buttonClass = (look: ButtonLook, square = false): string =>
  classes(styles.button, styles[look], square && styles.square)
