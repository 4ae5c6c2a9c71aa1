import { Card } from '../../../design/card.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import parts from '../../../design/parts.module.css'
import { BackstageCard } from './backstage-card.tsx'

export const ImportPage = () => (
  <>
    <PageHead title="Import and export" lead="Nothing is changed before you have seen what would be." />
    <div className={parts.stack}>
      <BackstageCard />
      <Card title="On the server">
        <p className={parts.soft}>
          Cost exports, archives of the whole organisation and code for OpenTofu are not moved through the
          console. Whoever runs the server does it there:
        </p>
        <ul className={parts.soft}>
          <li>
            <code>svc import costs focus.csv.gz --dry-run</code> – a cloud’s FOCUS export
          </li>
          <li>
            <code>svc export --format json DIR</code> – everything, with its history and images
          </li>
          <li>
            <code>svc import archive DIR</code> – into another database
          </li>
          <li>
            <code>svc export --format terraform DIR</code> – as code
          </li>
        </ul>
      </Card>
    </div>
  </>
)
