import { type Diagnostic, hasError, spelledPath } from '../protocol/diagnostic.ts'
import { type CallName, type Calls, calls, pathOf } from '../protocol/messages.ts'
import type { Decoded, Encodable, Message } from '../protocol/protobuf.ts'
import { fromWireDiagnostics } from '../protocol/wire-diagnostics.ts'

/** Carries the bytes of a call to a provider, in this process or another. */
export type Call = (path: string, request: Uint8Array) => Promise<Uint8Array>

export type Answer<Name extends CallName> = Decoded<Calls[Name]['response']>
export type Ask = <Name extends CallName>(
  name: Name,
  request: Encodable<Calls[Name]['request']>,
) => Promise<Answer<Name>>

export const createAsk =
  (call: Call): Ask =>
  async <Name extends CallName>(name: Name, request: Encodable<Calls[Name]['request']>) => {
    // The table gives each call its own messages; the compiler cannot follow that through a type parameter.
    const messages = calls[name] as unknown as {
      readonly request: Message<unknown, Encodable<Calls[Name]['request']>>
      readonly response: Message<Answer<Name>, never>
    }
    return messages.response.decode(await call(pathOf(name), messages.request.encode(request)))
  }

/** A command of the host ended with errors; its message is what a person would read. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly diagnostics: readonly Diagnostic[]

  constructor(address: string, diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((diagnostic) => printed(address, diagnostic)).join('\n\n'))
    this.diagnostics = diagnostics
  }
}

function printed(address: string, { severity, summary, detail, path = [] }: Diagnostic): string {
  const heading = `${severity === 'error' ? 'Error' : 'Warning'}: ${summary}`
  const place = path.length > 0 ? `${address}: ${spelledPath(path)}` : address
  return [heading, `  with ${place}`, ...(detail === undefined ? [] : [detail])].join('\n')
}

/** The warnings of an answer; errors end the command. */
export function warningsIn(
  address: string,
  answer: { readonly diagnostics: Parameters<typeof fromWireDiagnostics>[0] },
): readonly Diagnostic[] {
  const diagnostics = fromWireDiagnostics(answer.diagnostics)
  if (hasError(diagnostics)) throw new CommandError(address, diagnostics)
  return diagnostics
}
