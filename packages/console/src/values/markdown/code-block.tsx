import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import styles from './markdown.module.css'

const copiedMs = 1_600

/** A code block with a copy button: nobody types well at night. */
export function CodeBlock({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text.replace(/\n$/, ''))
    setCopied(true)
    setTimeout(() => setCopied(false), copiedMs)
  }
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable. */}
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
