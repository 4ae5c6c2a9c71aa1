/** Under each project: the type, the severity, the title, labels. Below: what the reporter wrote. */
export const shoppingIssues = `
web-shop
  bug major: Slot picker shows yesterday after midnight #slots
    A page left open over midnight still offers the old day. Choosing it fails at checkout with a vague message.
  bug minor: Recipe pictures jump while the page loads #performance
    No height is reserved for the picture, so the text moves down when it arrives. Costs us layout shift points.
  enhancement minor: Remember the last chosen hub when signed out #ux
    Visitors from Ghent have to type their postcode on every visit.
  bug critical: Basket empties when signing in from a second tab #basket
    Open two tabs, fill one, sign in in the other: the guest basket is dropped instead of merged.
  task minor: Remove the Easter banner code #cleanup
    The flag has been off since April.
  bug minor: Focus is lost when the allergen filter opens #accessibility
    With a keyboard or a screen reader you land at the top of the page again.
shop-gateway
  bug critical: One slow service holds up the whole home page #resilience
    When recommendations takes two seconds, everything does. They should be left out after 150 ms.
  enhancement major: Refuse queries that are not persisted #security
    We said we would after the summer. The last callers were moved in September.
  bug major: Prices of two hubs mixed in one answer #cache
    The cache key lacks the hub when the header is in upper case. Seen twice by care.
  task minor: Move to the new load balancer rules #infrastructure
    Needed before the old ones are switched off at the end of the quarter.
  bug minor: Errors of nested fields lose their path #graphql
content-service
  enhancement minor: Schedule banners by city #marketing
    Malmö has other holidays than Lyon. Today someone stays late to switch them by hand.
  bug major: Preview shows drafts to signed-out visitors #security
    The preview link works without signing in if you know the id.
  task minor: Delete recipes without pictures #cleanup
    About 140 imports from 2023 that nobody sees.
  bug minor: Long German words break out of the recipe card #layout
    Vollkornsauerteigbrot, for one.
  feature minor: Put all ingredients of a recipe in the basket #recipes
    The most wanted thing in the last survey. Needs the substitution rules of picking.
  bug minor: Pages in French fall back to English for an hour #translations
    After each publish, until the cache is warm again.
ios-shop
  bug critical: App closes when the camera is refused #crash
    Barcode scan, "Don't allow", gone. 0.4 % of sessions on 8.2.
  bug minor: Total jumps by a cent when a voucher is removed #rounding
    The app rounds on its own instead of showing what Basket says.
  feature minor: Live activity for the rider on the lock screen #tracking
  enhancement minor: Larger text cuts off the slot times #accessibility
    From the third accessibility size on.
  bug major: Push opens the home screen instead of the order #push
    Only when the app was not running.
  task minor: Drop support for iOS 16 #maintenance
    1.1 % of active customers; tell them first.
  bug minor: Recipe timer stops when the phone is locked #recipes
    The rice was burnt, writes a customer, with a picture.
android-shop
  bug major: Back button leaves checkout without a warning #checkout
    The slot stays held for ten minutes and the customer thinks it is taken.
  bug minor: Dark theme shows black text on dark green #layout
    On the offers tab of a few Samsung phones.
  bug critical: Payment sheet opens twice on slow phones #payments
    Two taps, two sheets. The second payment is refused, but the message scares people.
  enhancement minor: Scan several barcodes in a row #ux
    People empty the fridge and scan everything at once.
  task minor: Move to the new in-app update library #maintenance
  bug minor: Share link opens the browser instead of the app #links
    Since the domain check file was moved.
apps-gateway
  bug major: Old app versions get a field they cannot read #compatibility
    8.0 on Android crashes on the new deposit type. We promised three versions.
  task minor: Report fields that nobody has used for six months #cleanup
    So that we can finally remove them.
  bug minor: Device stays registered after signing out #push
    The next person on that phone gets the last one's delivery messages.
  enhancement minor: Send one push when three things happen at once #push
    Picked, on its way and five minutes away arrived within a minute for a short tour.
  bug minor: Empty answer instead of an error when a token has expired #sign-in
    The apps show an empty shop. Confusing for us and for customers.
search-service
  bug major: "milch" finds milk chocolate first #relevance
    The boost for fresh milk is lost when the language is German.
  bug minor: Facet counts are wrong for products sold by weight #facets
    They are counted once for each size.
  enhancement minor: Explain why a product was found #tuning
    The range managers ask us every week.
  bug critical: Suggestions time out on Friday evenings #performance
    p99 over 400 ms from 17:00 to 19:00. One node does most of the work.
  task minor: Replace the synonym spreadsheet #tuning
    As soon as the tuning API can do groups.
search-indexer
  bug major: Products stay in the index after leaving the range #stale
    The delete event comes before the update that was delayed, so the update brings it back.
  enhancement minor: Rebuild one city without the others #operations
    A rebuild of all nine takes fifty minutes.
  bug minor: Lag metric includes clock skew #metrics
    Sometimes we are minus two seconds behind.
  task minor: Write down how to swap the alias by hand #runbook
  bug major: Price changes are indexed an hour early #prices
    The event comes an hour before it counts; we should wait.
recommendations
  bug minor: Cat litter recommended to everybody #relevance
    The popularity of one offer drowned the rest for a week.
  enhancement minor: Leave out what is already in the basket #relevance
  bug major: Model load at three doubles memory #operations
    Both models are in memory for a minute and the smaller tasks are killed.
  task minor: Switch off the nightly picks export #deprecation
    The newsletter is the last reader.
  feature minor: "Finish your recipe" on the basket page #recipes
    Two ingredients missing? Offer them.
basket-service
  bug major: Deposit is charged for reusable nets #deposit
    The product was marked as a crate by the import. The basket should trust the ledger's list.
  bug minor: Merged baskets forget the note to the picker #basket
    "Ripe avocados please" is lost on signing in.
  enhancement minor: Tell which product left the range #ux
    "Something in your basket is no longer available" is not helpful.
  bug critical: Hot partition when an offer is in the newsletter #performance
    Everyone opens the same shared basket link and we are throttled for minutes.
  task minor: Shorten baskets of bots #cost
    A third of the writes come from a price comparison site.
checkout-service
  bug blocker: Orders confirmed without a held slot #slots
    If the hold runs out while the bank asks for a code, we still confirm. 31 orders last Friday had no bike.
  bug critical: Double tap on "Order" leaves a second payment open #payments
    The order is there once, the authorisation twice. It lapses after seven days, but customers see it.
  enhancement major: Say which item is out of stock before payment #stock
    Now they learn it after typing the card.
  bug major: Timeouts to Payments since the last change of limits #resilience
    The time limit in production is not the one in the repository; see drift.
  task minor: Retire Orders API v1 #deprecation
    Two callers are left: Care Desk and something called Label Printer.
  bug minor: Confirmation mail shows the billing address twice #mail
slot-service
  bug critical: Slots are shown for a hub that is closed #capacity
    Basel closed for the burst pipe, the cache did not notice for half an hour.
  enhancement minor: Offer one-hour slots where tours are dense #capacity
  bug major: Capacity forgets bikes in the workshop #capacity
    We plan with 31 bikes in Graz and have 27.
  task minor: Load test for the first snow #performance
    Last year everybody ordered on the same evening.
  bug minor: Time zone of Leeds is an hour off in winter #time
    Labels only; the slot itself is right.
promotions
  bug major: Voucher and weekly offer add up to more than the price #rules
    Two for one plus 20 % made a jar of honey cost minus four cents.
  enhancement minor: Show which rule refused a voucher #care
    Care has to guess.
  bug minor: Offers start at midnight UTC, not local #time
    For two hours the shelf label and the shop disagree.
  task minor: Archive vouchers that expired two years ago #cleanup
    Eleven million rows.
  feature minor: Discount on goods close to their date #waste
    Supply and Range both want it. Needs the shelf life by batch.
`
