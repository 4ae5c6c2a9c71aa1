/** Under each project: the type, the severity, the title, labels. Below: what the reporter wrote. */
export const customerIssues = `
payment-service
  bug critical: Webhooks that come out of order cancel a capture #webhooks
    "Captured" arrives before "authorised" about once in two thousand. We then think it failed.
  bug major: Retry uses a new idempotency key #processor
    After a restart in the middle, the key is made again. Found in the reconciliation, no harm done yet.
  enhancement major: Second processor for when the first is down #resilience
    Forty minutes without card payments in August cost more than the integration.
  task minor: Rotate the webhook signing key #security
    Due every 90 days.
  bug minor: Declined cards are counted as errors #metrics
    The objective looks worse than it is.
  task major: Evidence for the yearly card-data audit #audit
    Access lists, change log and the restore test.
refund-worker
  bug major: Refund is paid twice when care clicks twice #care
    The button is slow, people are not.
  enhancement minor: Refund broken items without a photo up to five euros #rules
  bug minor: Dead letters have no reason #operations
    You have to read that day's logs to find out.
  bug critical: Refunds to expired cards vanish #processor
    The processor accepts them and returns them weeks later. Nobody tells the customer.
  task minor: Alarm when the oldest refund is over a day old #alerts
  enhancement minor: Pay refunds in sprigs if the customer likes #loyalty
    Costs us less and many would take them.
invoice-service
  bug critical: VAT of deposits is wrong for Switzerland #vat
    The deposit is not taxed there. Found by our accountant in Basel.
  bug minor: Invoice number has a gap on 1 January #numbering
    The counter starts before the year does, in UTC.
  enhancement minor: Collective invoice for offices #business
    Offices order daily and want one page a month.
  task minor: Check that the ten-year lock is on for new buckets #compliance
  bug minor: PDF cuts off product names after forty characters #layout
deposit-ledger
  bug major: Crates given back to another rider are not booked #returns
    The customer gets the deposit, the hub's balance does not move.
  enhancement minor: Monthly statement for customers #statement
    "What happened to my bottles" is question number three at care.
  bug minor: Balance shows minus zero #display
  task minor: Reconcile with the count in the hubs #audit
    Twice a year; the last one was 212 crates apart.
  bug critical: Ledger refuses bookings while the year closes #locking
    The closing job locks the whole table. Riders could not take back bottles for six minutes.
accounts-service
  bug critical: Forgotten customers are still found by care's search #privacy
    Deletion misses the copy that Care Desk keeps. The law gives us 30 days.
  bug major: Changing the e-mail signs out the rider app too #sessions
    Riders who are customers as well lose their tour.
  enhancement minor: Two people, one household #feature-request
    Shared basket, separate sign-in.
  task minor: Encrypt the door codes with the new key #security
  bug minor: Apartment "1/2" is read as a date #addresses
    It becomes the first of February.
loyalty-service
  bug minor: Sprigs are given for the deposit as well #rules
    They should count goods only.
  bug major: Cancelled orders keep their sprigs #rules
    Order, collect, cancel, repeat. Somebody in Turin has four thousand.
  feature minor: Give sprigs to a neighbour #feature-request
    For taking in the crate.
  task minor: Write off sprigs older than two years #cleanup
    Finance asks before the year ends.
  enhancement minor: Show how many are missing until the next bunch #ux
care-desk
  bug major: Case list loads all cases of the last year #performance
    Eleven seconds on Monday mornings.
  enhancement major: Show the rider on the map beside the chat #tracking
    Care now has two windows open for that.
  bug minor: Notes are lost when the session ends #sessions
  bug minor: The refund button can be pressed twice #refunds
    Belongs to the double refunds; fix here too.
  task minor: Decide about the database on trial #infrastructure
    Neon has been fine. Price it for a year and decide.
  task minor: Stop reading Orders API v1 #deprecation
    Only old cases need it; copy what they show.
notification-service
  bug critical: Delivery messages arrive after the rider #latency
    They queue behind the newsletters. They need their own queue.
  bug major: Quiet hours ignore the customer's time zone #time
    Leeds was woken at six.
  enhancement minor: Fall back to text when push is not delivered #channels
  bug minor: Umlauts are broken in one text message gateway #encoding
    Only for messages over 70 characters.
  task minor: Move the templates out of the code #templates
    So that care can change a comma without us.
product-catalogue
  bug critical: Allergens are dropped when a supplier sends an empty cell #safety
    Empty must mean "unknown", never "none". Imports are stopped for that supplier.
  bug major: Import of 20,000 lines runs into the time limit #import
  enhancement minor: Show who changed a product name #history
  bug minor: Weights in ounces for the Leeds hub #units
    Nobody asked for that.
  task minor: Fill in the missing Dutch names #translations
    412 products, most of them tea.
  feature minor: Nutrition score on the product #data
  task minor: Move the originals to cheaper storage #cost
    Nine in ten pictures have not been opened since last year.
price-service
  bug major: Offer price stays after the offer #cache
    Until the cache forgets it, up to ten minutes. Legal says zero.
  enhancement minor: Price history for range managers #history
  bug minor: Price per kilogram missing for multipacks #display
  task minor: Remove the old price file export #cleanup
    The shelf labels in the hubs now ask us directly.
  bug critical: Two price lists count for the same hour #prices
    The import of the weekly offers overlapped with a correction. The cheaper one won.
`
