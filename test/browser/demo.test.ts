// Looking around a full catalog: one of them for all of these.
import './demo/viewer.ts'
import './demo/slo.ts'
import './demo/costs.ts'
import './demo/slo-review.ts'
