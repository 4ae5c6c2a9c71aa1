// What people change in the console: one server and one browser for all of these.
import './writing/records.ts'
import './writing/typing.ts'
import './writing/lost-updates.ts'
import './writing/settings.ts'
import './writing/directory.ts'
import './writing/pipelines.ts'
import './writing/people.ts'
import './writing/on-call.ts'
