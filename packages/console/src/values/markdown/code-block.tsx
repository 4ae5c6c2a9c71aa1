import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import styles from './markdown.module.css'

const thanksMs = 1_600

/** Something to run or to read, with a button that copies it: at night nobody types well. */
export function CodeBlock({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text.replace(/\n$/, ''))
    setCopied(true)
    setTimeout(() => setCopied(false), thanksMs)
  }
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <Button
        look="quiet"
        square
        className={styles.copy}
        aria-label={isCopied ? 'Copied' : 'Copy'}
        onClick={() => void copy()}
      >
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </Button>
    </div>
  )
}
