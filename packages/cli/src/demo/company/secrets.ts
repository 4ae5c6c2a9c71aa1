import { type Item, outline, word } from '../outline.ts'

export interface VaultItem {
  readonly project: string | null
  readonly keyword: string
  readonly type: string
  readonly category: string
  readonly name: string
  /** The first letters, as the vault shows them. */
  readonly preview: string | null
  readonly fileName: string | null
  readonly deploymentOnly: boolean
}

/** Under each project: the keyword, the type, the category, and the first letters or the file's name. */
const text = `
company
  pagerduty-key text on-call brmP: PagerDuty API key
  opsgenie-key text on-call 5c1e: Opsgenie API key
  slack-webhook text chat http: Slack webhook address
  jira-token text issues ATAT: Jira API token
  grafana-reader text observability glsa: Grafana reader
  github-token text source ghp_: GitHub token
ios-shop
  appstore-connect keystore signing AuthKey_BRMBLNG.p8: App Store Connect key #deploy
  ios-signing keystore signing distribution.p12: iOS distribution certificate #deploy
android-shop
  play-upload keystore signing upload-keystore.jks: Play upload key #deploy
  play-service file signing play-publisher.json: Play publisher account #deploy
payment-service
  processor-live text payments brml: Card processor, live
  processor-sandbox text payments brms: Card processor, sandbox
  webhook-signing text payments whk_: Webhook signing key
accounts-service
  accounts-field-key text encryption -: Field encryption key
notification-service
  mail-relay text messages smtp: Mail relay password
  sms-gateway text messages SMsv: Text message gateway
route-planner
  elevation-data text maps elev: Elevation data licence
supplier-portal
  edi-sftp file partner edi_ed25519: SFTP host key
insight-models
  warehouse-loader file data warehouse-loader.json: Warehouse loader account
`

export const vaultItems: readonly VaultItem[] = outline(text).map(toVaultItem)

function toVaultItem(item: Item): VaultItem {
  const type = word(item, 1)
  const given = word(item, 3)
  return {
    project: item.heading === 'company' ? null : item.heading,
    keyword: word(item, 0),
    type,
    category: word(item, 2),
    name: item.title,
    preview: type === 'text' && given !== '-' ? `${given}…` : null,
    fileName: type === 'text' ? null : given,
    deploymentOnly: item.tags.includes('deploy'),
  }
}
