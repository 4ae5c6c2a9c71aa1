// What people see in the console: one server and one browser for all of these.
import './reading/work.ts'
import './reading/entities.ts'
import './reading/pictures.ts'
import './reading/narrow.ts'
import './reading/tabs.ts'
import './reading/trouble.ts'
import './reading/upstreams.ts'
import './reading/size.ts'
