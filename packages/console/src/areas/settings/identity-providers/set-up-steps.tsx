import { kinds, vendors } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRecords } from '../../../api/records.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Copyable } from '../../../design/copyable.tsx'
import parts from '../../../design/parts.module.css'
import { shownUrl } from '../../../session/base-path.ts'
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
        <Step title={`Create an application at ${vendor === 'generic' ? 'the provider' : label}`}>
          {protocol === 'oidc' && <p>There: {setUp.where}. Give it these values.</p>}
          {protocol === 'saml' && 'saml' in setUp && <p>There: {setUp.saml}</p>}
          {protocol === 'oidc' ? <OidcValues provider={provider} /> : <SamlValues provider={provider} />}
          {protocol === 'oidc' && (
            <p className={parts.soft}>Groups, if mappings are to use them: {setUp.groups}</p>
          )}
          <StepByStep provider={provider} />
        </Step>
        <Step title="Bring its values here" isDone={missing.length === 0}>
          {missing.length === 0 ? (
            <p className={parts.soft}>Nothing is missing in the settings below.</p>
          ) : (
            <p>Still missing in the settings below: {missing.join(', ')}.</p>
          )}
          {protocol === 'saml' && (
            <div>
              <Button onClick={() => setPasting(true)}>Paste its metadata</Button>
            </div>
          )}
        </Step>
        <Step title="Name the domain of its people" isDone={verified.length > 0}>
          <p className={parts.soft}>
            {verified.length > 0
              ? `Verified for this provider: ${verified.map((one) => one.normalizedDomain).join(', ')}.`
              : bound.length > 0
                ? `${bound.map((one) => one.normalizedDomain).join(', ')} is not verified yet.`
                : 'No domain names this provider: nobody is linked or created by their address.'}{' '}
            <Link to="/settings/sso">Domains</Link>
          </p>
        </Step>
        <Step
          title="Test it and try a sign-in"
          isDone={lastTestResult === 'success' || lastSignInAt !== null}
        >
          <p className={parts.soft}>
            The test asks what {name} publishes; the trial shows what it says about a person. Neither lets
            anybody in: only a real sign-in allows SSO to be required.
          </p>
        </Step>
        <Step title="Offer it" isDone={status === 'active'}>
          <p className={parts.soft}>
            {status === 'active'
              ? 'It is on the sign-in page.'
              : 'Set the status to active below: until then it can only be tried.'}
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
  /** Undefined where only the provider knows. */
  readonly isDone?: boolean
  readonly children: ReactNode
}

const Step = ({ title, isDone, children }: StepProps) => (
  <li>
    <div className={styles.step}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {isDone !== undefined && <Badge word={isDone ? 'success' : 'pending'} />}
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
        'is shown here once the settings below are saved'
      ) : (
        <Copyable text={text} label={name} />
      )}
    </dd>
  </>
)

function OidcValues({ provider: { oidc, vendor } }: { readonly provider: Provider }) {
  const { setUp } = vendors[vendor]
  return (
    <dl className={styles.values}>
      <Value name={setUp.redirectUri} text={oidc?.redirectUri ?? null} />
      <Value name="After signing out" text={`${shownUrl}/sign-in`} />
      {setUp.backchannelLogout === null ? (
        <>
          <dt>Back-channel logout</dt>
          <dd className={parts.soft}>It sends none: use SCIM to end access at once.</dd>
        </>
      ) : (
        <Value name={setUp.backchannelLogout} text={oidc?.backchannelLogoutUri ?? null} />
      )}
    </dl>
  )
}

function SamlValues({ provider: { id, saml } }: { readonly provider: Provider }) {
  return (
    <dl className={styles.values}>
      <Value name="Metadata, with all of it" text={`${shownUrl}/auth/saml/${id}/metadata`} />
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

/** The settings without which nobody can sign in. */
function missingIn({ protocol, vendor, oidc, saml }: Provider): readonly string[] {
  const needed: readonly (readonly [name: string, isThere: boolean])[] =
    protocol === 'oidc'
      ? [
          [
            `the issuer, such as ${vendors[vendor].issuerExample}`,
            Boolean(oidc?.issuer || oidc?.discoveryUrl),
          ],
          [`the client id (${vendors[vendor].setUp.clientId})`, Boolean(oidc?.clientId)],
          [
            'the client secret, which “Add to the vault” takes (without one it must be a public client)',
            Boolean(oidc?.clientSecretVaultKeyword),
          ],
          [
            'the hosted domain, without which anyone at Google could sign in',
            vendor !== 'google' || Boolean(oidc?.hostedDomain),
          ],
        ]
      : saml?.metadataUrl
        ? []
        : [
            ['the metadata URL of the provider (or paste its metadata here)', isDescribed(saml)],
            ['the entity id of the provider', Boolean(saml?.idpEntityId) || !isDescribed(saml)],
            ['where sign-in requests are sent', Boolean(saml?.ssoUrl) || !isDescribed(saml)],
            ['a signing certificate', hasCertificate(saml) || !isDescribed(saml)],
          ]
  return needed.filter(([, isThere]) => !isThere).map(([name]) => name)
}
