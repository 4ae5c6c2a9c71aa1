import { CatalogError } from '@svc/model'
import { type SyntheticEvent, useState } from 'react'
import { said } from './trouble.ts'

export interface FormState {
  readonly isBusy: boolean
  /** An error that is not about a field. */
  readonly problem: string | undefined
  /** The errors of fields, by path. */
  readonly faults: ReadonlyMap<string, string>
  onSubmit(event: SyntheticEvent): void
}

/** Submits a form, once at a time, and assigns the server's errors to the fields they are about. */
export function useForm(send: () => Promise<void>): FormState {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())

  const submit = async () => {
    setBusy(true)
    setProblem(undefined)
    setFaults(new Map())
    try {
      await send()
    } catch (error) {
      const details = error instanceof CatalogError ? (error.details ?? []) : []
      setFaults(new Map(details.map(({ path, message }) => [path, asSentence(message)])))
      if (details.length === 0) setProblem(said(error))
    } finally {
      setBusy(false)
    }
  }

  return {
    isBusy,
    problem,
    faults,
    onSubmit(event) {
      event.preventDefault()
      if (!isBusy) void submit()
    },
  }
}

const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
