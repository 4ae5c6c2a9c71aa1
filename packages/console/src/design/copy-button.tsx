import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { tellTrouble } from './toast.tsx'

const copiedMs = 2_000

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
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
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}
