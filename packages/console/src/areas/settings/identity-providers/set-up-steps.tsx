import { kinds, vendors } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRecords } from '../../../api/records.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Copyable } from '../../../design/copyable.tsx'
import parts from '../../../design/parts.module.css'
import { shownUrl, withBasePath } from '../../../session/base-path.ts'
import { When } from '../../../words/when.tsx'
import { MetadataDialog } from './metadata-dialog.tsx'
import type { Provider } from './providers-page.tsx'
import styles from './providers.module.css'
import { StepByStep } from './step-by-step.tsx'

/** What to do at the provider and here, in this order, and what of it is missing. */
interface SetUpStepsProps {
  readonly provider: Provider
  /** Its metadata was pasted, and its settings have changed. */
  onMetadata(): void
}

export function SetUpSteps({ provider, onMetadata }: SetUpStepsProps) {
  const [isPasting, setPasting] = useState(false)
  const { id, name, vendor, protocol, status, lastTestResult, lastSignInAt } = provider
  const { setUp, label } = vendors[vendor]
  const domains = useRecords(kinds.ssoDomain).data?.pages.flatMap(({ items }) => items) ?? []
  const bound = domains.filter((domain) => domain.identityProviderId === id)
  const verified = bound.filter(({ verificationStatus }) => verificationStatus === 'verified')
  const missing = missingIn(provider)
  return (
    <Card title="Set up">
      <ol className={styles.steps}>
        <Step title={`Register svc ${vendor === 'generic' ? 'at the provider' : `with ${label}`}`}>
          <p>{howTo(provider)}</p>
          {protocol === 'oidc' ? <OidcValues provider={provider} /> : <SamlValues provider={provider} />}
          {protocol === 'oidc' && <p className={parts.soft}>For group mappings: {setUp.groups}</p>}
          <StepByStep provider={provider} />
        </Step>
        <Step title="Enter its values in svc" isDone={missing.length === 0}>
          {missing.length === 0 ? (
            <p className={parts.soft}>Nothing is missing in the settings below.</p>
          ) : (
            <>
              <p>Still missing in the settings below:</p>
              <ul className={styles.missing}>
                {missing.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </>
          )}
          {protocol === 'saml' && (
            <div>
              <Button onClick={() => setPasting(true)}>Paste its metadata</Button>
            </div>
          )}
        </Step>
        <Step title="Verify your e-mail domain" isDone={verified.length > 0}>
          <p className={parts.soft}>
            {verified.length > 0
              ? `Verified for this provider: ${verified.map((one) => one.normalizedDomain).join(', ')}.`
              : bound.length > 0
                ? `Not verified yet: ${bound.map((one) => one.normalizedDomain).join(', ')}.`
                : 'No domain uses this provider yet, so members are not linked by their e-mail address.'}{' '}
            <Link to="/settings/sso">Go to domains</Link>
          </p>
        </Step>
        <Step title="Test it" isDone={lastTestResult === 'success'} hasFailed={lastTestResult === 'failed'}>
          <p className={parts.soft}>
            Below, test the connection, then try a sign-in: it shows what {name} says about a person and what
            svc would do. Neither lets anybody in.
          </p>
        </Step>
        <Step title="Make it active" isDone={status === 'active'}>
          <p className={parts.soft}>
            {status === 'active'
              ? 'It is offered on the sign-in page.'
              : 'Set its status to active below. Until then it can only be tried.'}
          </p>
        </Step>
        <Step title="Sign in through it" isDone={lastSignInAt !== null}>
          <p className={parts.soft}>
            {lastSignInAt === null ? (
              'Nobody has yet. SSO can be required only after a real sign-in.'
            ) : (
              <>
                Last done <When at={lastSignInAt} />.
              </>
            )}
          </p>
        </Step>
      </ol>
      {isPasting && (
        <MetadataDialog
          id={id}
          onClose={() => setPasting(false)}
          onTaken={() => {
            setPasting(false)
            onMetadata()
          }}
        />
      )}
    </Card>
  )
}

interface StepProps {
  readonly title: string
  /** Undefined where svc cannot know. */
  readonly isDone?: boolean
  readonly hasFailed?: boolean
  readonly children: ReactNode
}

const Step = ({ title, isDone, hasFailed = false, children }: StepProps) => (
  <li>
    <div className={styles.step}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {isDone !== undefined && <Badge word={isDone ? 'complete' : hasFailed ? 'failed' : 'pending'} />}
      </div>
      {children}
    </div>
  </li>
)

const Value = ({ name, text }: { readonly name: string; readonly text: string | null }) => (
  <>
    <dt>{name}</dt>
    <dd>
      {text === null ? (
        'Shown here once the settings below are saved.'
      ) : (
        <Copyable text={text} label={name} />
      )}
    </dd>
  </>
)

/** Where an application is created, and what these values are for. */
function howTo({ protocol, vendor }: Provider): string {
  const { setUp } = vendors[vendor]
  if (protocol === 'oidc') return `${setUp.where}. Enter these values there:`
  return 'saml' in setUp ? setUp.saml : 'Create an application for SAML 2.0, and enter these values there:'
}

function OidcValues({ provider: { oidc, vendor } }: { readonly provider: Provider }) {
  const { setUp } = vendors[vendor]
  return (
    <dl className={styles.values}>
      <Value name={setUp.redirectUri} text={oidc?.redirectUri ?? null} />
      <Value name="Post-logout redirect URI" text={`${shownUrl}/sign-in`} />
      {setUp.backchannelLogout === null ? (
        <>
          <dt>Back-channel logout</dt>
          <dd className={parts.soft}>
            Not supported there. Use <Link to="/settings/scim">SCIM</Link> to end access at once.
          </dd>
        </>
      ) : (
        <Value name={setUp.backchannelLogout} text={oidc?.backchannelLogoutUri ?? null} />
      )}
    </dl>
  )
}

function SamlValues({ provider: { id, saml } }: { readonly provider: Provider }) {
  const metadata = `/auth/saml/${id}/metadata`
  return (
    <dl className={styles.values}>
      <Value name="Metadata, with all values below" text={`${shownUrl}${metadata}`} />
      <dt>The same as a file</dt>
      <dd>
        <a href={withBasePath(metadata)} download="svc-metadata.xml">
          Download the metadata
        </a>
      </dd>
      <Value name="Entity id (audience)" text={saml?.spEntityId ?? null} />
      <Value name="Reply address (ACS)" text={saml?.acsUrl ?? null} />
      <Value name="Single logout address" text={saml?.spSloUrl ?? null} />
    </dl>
  )
}

const hasCertificate = (saml: Provider['saml']): boolean =>
  Boolean(saml?.signingCerts?.length || saml?.signingCert)

/** Whether somebody has begun to enter what metadata would say. */
const isDescribed = (saml: Provider['saml']): boolean =>
  Boolean(saml?.idpEntityId || saml?.ssoUrl) || hasCertificate(saml)

/** With the vendor's own name for it, where that is another. */
function clientIdOf(vendor: Provider['vendor']): string {
  const { clientId } = vendors[vendor].setUp
  return clientId === usualClientId ? clientId : `${usualClientId}, which is called ${clientId} there`
}
const usualClientId = 'Client ID'

/** The settings without which nobody can sign in. */
function missingIn({ protocol, vendor, oidc, saml }: Provider): readonly string[] {
  const needed: readonly (readonly [name: string, isThere: boolean])[] =
    protocol === 'oidc'
      ? [
          [`Issuer, such as ${vendors[vendor].issuerExample}`, Boolean(oidc?.issuer || oidc?.discoveryUrl)],
          [clientIdOf(vendor), Boolean(oidc?.clientId)],
          [
            'Client secret, unless svc is a public client there; “Add to the vault” stores it',
            Boolean(oidc?.clientSecretVaultKeyword),
          ],
          [
            'Hosted domain, without which anyone with a Google account could sign in',
            vendor !== 'google' || Boolean(oidc?.hostedDomain),
          ],
        ]
      : saml?.metadataUrl
        ? []
        : [
            ['Metadata URL of the provider, or paste its metadata here', isDescribed(saml)],
            ['Entity id of the provider', Boolean(saml?.idpEntityId) || !isDescribed(saml)],
            ['SSO URL, where sign-in requests are sent', Boolean(saml?.ssoUrl) || !isDescribed(saml)],
            ['A signing certificate', hasCertificate(saml) || !isDescribed(saml)],
          ]
  return needed.filter(([, isThere]) => !isThere).map(([name]) => name)
}
