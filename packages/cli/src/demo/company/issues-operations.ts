/** Under each project: the type, the severity, the title, labels. Below: what the reporter wrote. */
export const operationsIssues = `
picking-app
  bug critical: Scanner loses the run when it comes back from the cold room #offline
    Lines picked without network are gone if the app restarts in between. Anouk has a video.
  bug major: Substitution dialog hides the scan button #ux
    With gloves you hit "cancel".
  enhancement minor: Vibrate differently for a wrong product #ux
    In the noise nobody hears the beep.
  bug minor: Battery warning comes at 3 % #device
    That is two minutes. Make it 15.
  task minor: Update the wrist scanners to Android 14 #maintenance
    One hub at a time, Bremen first.
picking-service
  bug major: Frozen goods are picked first on long runs #cold-chain
    They wait twenty minutes in the crate. The order of rooms is reversed for big orders.
  enhancement minor: Never replace a brand customers have refused twice #substitution
  bug critical: Run is stuck when its picker goes home #operations
    It stays assigned and the orders leave late. Hub managers need a button.
  bug minor: Crate count is off by one for exactly full crates #packing
  task minor: Move lines older than 14 days to the lake #storage
stock-service
  bug critical: Promised stock is never freed after a failed payment #stock
    The release message is lost when the basket has more than a hundred lines. Hub 3 "sold out" of bananas.
  bug major: Counting freezes a shelf for everybody #counting
    One picker counts, nine wait.
  enhancement minor: Trust the scale in the vegetable room #counting
  bug minor: Negative stock is shown as a very large number #display
    4294967295 cucumbers.
  task major: Find out why one in sixty lines is missing #quality
    Our objective has been breached for two weeks. Start with hub 7.
cold-chain-monitor
  bug major: A dead sensor looks like a perfect temperature #safety
    The last value is repeated. It must turn grey after five minutes.
  enhancement minor: Tell doors left open from broken cooling #alerts
    The curve is quite different.
  bug minor: Alarm goes to the hub manager on holiday #on-call
  task minor: Calibrate the sensors in Turin #maintenance
    Once a year, certificate needed.
  bug critical: No alarm while the gateway in the hub restarts #safety
    Four minutes blind, and nobody was told.
label-printer
  bug minor: Prints an empty label first #printing
    Only after a restart. We tear it off.
  task major: Find an owner #ownership
    It runs on a machine under a desk in Bremen, and every crate needs it.
  bug major: Stops at 65,535 labels #printing
    Somebody restarts it every few weeks.
replenishment
  bug major: Orders for a public holiday are sent anyway #calendar
    The supplier is closed, the order is lost, we notice two days later.
  enhancement minor: Explain a proposal in one sentence #buyers
    "Because Saturday is a match day" would help the buyers to trust it.
  bug minor: Minimum order value ignores the deposit #rules
  bug critical: Short-lived goods are ordered for two weeks #waste
    The shelf life in the catalogue was in weeks for one supplier. 300 litres of cream.
  task minor: Log in with the buyer's own account #security
    Night orders are sent by a shared one.
supplier-portal
  bug major: Upload fails without a message for files over 10 MB #import
    The proxy refuses them before we see them.
  enhancement minor: Let suppliers confirm part of an order #orders
  bug minor: Delivery announcements print in landscape #layout
  task minor: Invite the last nine EDI suppliers #migration
    Then the EDI endpoint can rest.
  bug minor: Session ends in the middle of a long form #sessions
    Forty products typed, all gone.
demand-forecast
  bug minor: Forecast jumps when the clocks change #time
    One day has 25 hours.
  enhancement major: Learn from the weather #model
    Barbecue coals sold out on the first warm Friday, again.
  bug major: New products have no forecast for two weeks #model
    Use the category until then.
  task minor: Compare with simply taking last week #evaluation
    We should know how much better we are.
  bug minor: Training overruns into the morning order #schedule
    When it starts after one, replenishment reads yesterday's numbers.
route-planner
  bug critical: Tours go up the hill with the heaviest crates #planning
    Elevation is ignored when the new map build lacks the layer. Graz was not amused.
  bug major: Planning takes over a minute at hubs with 60 bikes #performance
    The time limit of the solver is set per thread. Staging has a different number of threads.
  enhancement minor: Let riders swap two stops #riders
  bug minor: Cobblestones count as cycle path #map
    The eggs disagree.
  task minor: Build the road graph on Saturday instead of Sunday #map
    So that someone is there when it fails.
rider-app
  bug major: Door code is hidden behind the keyboard #ux
    Exactly when you need it.
  bug critical: Position stops when the phone saves energy #tracking
    Customers see a rider who has not moved for ten minutes. Two phone makers do this.
  enhancement minor: Large buttons for gloves #ux
  bug minor: Crate count cannot be corrected after closing the stop #deposit
  feature minor: Report a broken bike from the tour #bikes
    Instead of calling the workshop.
tracking-service
  bug major: Arrival time ignores the previous stop #forecast
    Each stop takes four minutes; we count two. That is most of our error.
  enhancement minor: Say "a few minutes" instead of counting down #ux
    It makes people less nervous, says care.
  bug minor: Map shows the rider in the river #map
    Snapping to roads is off on bridges.
  bug critical: Live connections are cut at every deployment #resilience
    Fifty thousand reconnect at once and the gateway suffers with us.
  task minor: Load test with every rider on tour #performance
    December is coming.
bike-telemetry
  bug minor: Brake wear is negative after a new pad #workshop
  enhancement major: Warn before a battery fails #prediction
    The workshop has the list of the last thirty that did.
  task minor: Decide between time series and lake #infrastructure
    We have paid for both for half a year.
  bug major: Bikes send everything twice after a tunnel #ingest
    The buffer is not emptied when the answer is lost.
  bug minor: Two bikes share one serial number #data
    A frame was swapped in the workshop.
event-pipeline
  bug major: Late events land in the wrong day #time
    Phones that were offline send yesterday's events today; they are filed under today.
  enhancement minor: Tell teams when their events fail the schema #quality
    They find out from an empty dashboard.
  bug minor: Hash of the customer differs between browser and app #privacy
    Upper-case letters in the address.
  task minor: Delete raw events after 13 months #privacy
  bug critical: Collector drops events when the topic is slow #loss
    The buffer holds ten seconds. On Friday it was full for four minutes.
insight-models
  bug critical: Warehouse costs have more than doubled #cost
    For three weeks now. A dashboard joins all baskets with all events and reloads every minute.
  bug minor: Margin is missing for products sold by weight #models
  enhancement minor: Waste by hub and day #models
    Declan counts it by hand.
  task minor: Document what "active customer" means #definitions
    There are three numbers and all are right.
login-service
  bug critical: Passkeys fail on phones set to another time #sign-in
    We allow no difference at all; thirty seconds would do.
  bug major: Session length in production was changed by hand #drift
    Put right the same day. Find out how that was possible.
  enhancement minor: Let riders sign in with the bike's code #riders
    Typing with gloves in the rain.
  task major: Change the signing keys without signing everyone out #security
    Practise it before we need it.
release-train
  bug major: Rollback leaves the new database migration #rollback
    It should refuse where the migration cannot be undone.
  enhancement minor: Say in Slack who waits for whom #ux
  bug minor: Flaky tests are hidden by the automatic retry #quality
    Count them at least.
  task minor: Stop releases on Friday after three #policy
    Unless it fixes something.
  bug critical: Two releases of one service ran at the same time #locking
    The lock ran out during a long build. Both went to production, the older one last.
`
