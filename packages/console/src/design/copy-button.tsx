import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { tellTrouble } from './toast.tsx'

const copiedMs = 2_000

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  /** What is written on it, if not just that it copies. */
  readonly caption?: string
}

export function CopyButton({ text, label, caption = 'Copy' }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), copiedMs)
    } catch {
      tellTrouble('Not copied', 'The browser does not allow it here. Select the text and copy it manually.')
    }
  }
  return (
    <Button aria-label={isCopied ? 'Copied' : label} onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {isCopied ? 'Copied' : caption}
    </Button>
  )
}
