import { Card } from '../../../design/card.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import parts from '../../../design/parts.module.css'
import { ArchiveCard } from './archive-card.tsx'
import { BackstageCard } from './backstage-card.tsx'
import { CostCard } from './cost-card.tsx'

export const ImportPage = () => (
  <>
    <PageHead title="Import and export" lead="Nothing is changed before you have seen what would be." />
    <div className={parts.stack}>
      <BackstageCard />
      <CostCard />
      <ArchiveCard />
      <Card title="On the server">
        <p className={parts.soft}>
          Code for OpenTofu and cost exports of many files are not moved through the console, nor are archives
          loaded through it. Whoever runs the server does it there:
        </p>
        <ul className={parts.soft}>
          <li>
            <code>svc import costs FOLDER --dry-run</code> – all files of a FOCUS export together, of any size
          </li>
          <li>
            <code>svc export --format json DIR</code> – an archive that also has passwords, tokens and,
            sealed, the vault
          </li>
          <li>
            <code>svc import archive FILE</code> – an archive, into another database
          </li>
          <li>
            <code>svc export --format terraform DIR</code> – as code
          </li>
        </ul>
      </Card>
    </div>
  </>
)
