/**
 * What the company's interfaces offer. Under each API:
 *
 *     type Order: id total=Money lines=Line[] state=placed|picked note?
 *     get /orders/{orderId} Order: Read an order          an operation, and what it answers with or takes
 *     event placed Order: A customer has paid             a message
 *     call Reserve Request Promise: Promise stock         a call of gRPC
 *     query order(id) Order: One order                    a field of GraphQL
 *
 * Without `=`, a member of a type is text; `?` marks those that may be missing.
 */
export const specs = `
checkout-api
  type Checkout: id basketId step=address|slot|payment|review|placed total=Money slotId? expiresAt=time
  type Choice: slotId? addressId? cardToken?
  type Money: amount=int currency=EUR|CHF|GBP
  post /checkouts Checkout: Begin a checkout from a basket
  get /checkouts/{checkoutId} Checkout: See where a checkout stands
  patch /checkouts/{checkoutId} Choice: Choose the slot, the address or the card
  post /checkouts/{checkoutId}/order Checkout: Turn it into an order
  delete /checkouts/{checkoutId}: Give up, and release the slot
order-api
  type Order: id customerId state=placed|picking|onItsWay|delivered|cancelled lines=Line[] total=Money slotId placedAt=time
  type Line: barcode name quantity=int price=Money substitute?
  type Money: amount=int currency=EUR|CHF|GBP
  get /orders Order[]: List the orders of a customer
  get /orders/{orderId} Order: Read an order
  patch /orders/{orderId} Order: Change what may still be changed
  post /orders/{orderId}/cancel Order: Cancel before picking starts
  get /orders/{orderId}/lines Line[]: List what was ordered and what came instead
basket-api
  type Basket: id customerId? hub lines=Line[] total=Money updatedAt=time
  type Line: barcode quantity=int price=Money discount=Money
  type Money: amount=int currency=EUR|CHF|GBP
  post /baskets Basket: Start a basket
  get /baskets/{basketId} Basket: Say what is in it and what it costs now
  put /baskets/{basketId}/lines/{barcode} Line: Put something in, or change how many
  delete /baskets/{basketId}/lines/{barcode}: Take something out
payment-api
  type Payment: id orderId amount=Money state=authorised|captured|cancelled|failed cardToken failure? createdAt=time
  type Capture: amount=Money isFinal=bool
  type Money: amount=int currency=EUR|CHF|GBP
  post /payments Payment: Authorise a payment
  get /payments Payment[]: List the payments of an order
  get /payments/{paymentId} Payment: Read a payment
  post /payments/{paymentId}/captures Capture: Capture what was authorised, or a part of it
  post /payments/{paymentId}/cancel Payment: Cancel what was not captured
payment-webhooks
  type Notice: id paymentRef event=authorised|captured|failed|chargedBack occurredAt=time signature
  post /processor/notices Notice: Take a notice from the card processor
search-api
  type Hit: barcode name brand price=int isAvailable=bool score=number
  get /products Hit[]: Find products of a hub
  get /products/{barcode}/similar Hit[]: Find what is like a product
slot-api
  type Slot: id hub startsAt=time endsAt=time fee=int isOpen=bool
  type Hold: id slotId basketId expiresAt=time
  get /slots Slot[]: List the slots for an address
  post /holds Hold: Hold a slot for ten minutes
  delete /holds/{holdId}: Release it
account-api
  type Customer: id email name language=de|fr|it|nl|en consents=Consent[] createdAt=time
  type Consent: purpose=newsletter|pictures|study isGiven=bool at=time
  get /customers/{customerId} Customer: Read a customer
  patch /customers/{customerId} Customer: Change a customer
  put /customers/{customerId}/consents/{purpose} Consent: Give or withdraw a consent
  post /customers/{customerId}/forget: Ask to be forgotten
catalogue-api
  type Product: barcode name brand? categories=text[] allergens=gluten|milk|nuts|eggs|soy[] depositCents=int
  get /products Product[]: List the products of a category
  get /products/{barcode} Product: Read a product
  get /categories/{categoryId}/products Product[]: List the products of a category and those below it
tracking-api
  type Position: orderId stopsBefore=int arrivesAt=time latitude=number longitude=number
  get /orders/{orderId}/position Position: Say where an order is
login-oidc
  type Tokens: access_token id_token refresh_token? token_type expires_in=int
  type Claims: sub email email_verified=bool name
  get /authorize: Begin to sign in
  post /token Tokens: Exchange a code or a refresh token
  get /userinfo Claims: Say who has signed in
basket-events
  type Basket: id customerId? hub at=time
  event started Basket: The first thing was put in
  event changed Basket: Something was put in or taken out
  event abandoned Basket: Nothing has happened for two hours
  event ordered Basket: It became an order
order-events
  type Order: id customerId hub at=time
  event placed Order: A customer has paid
  event changed Order: It was changed before picking started
  event picked Order: All its crates are closed
  event onItsWay Order: A rider has left with it
  event delivered Order: It is at the door
  event cancelled Order: There will be no delivery
payment-events
  type Payment: id orderId amountCents=int at=time
  event authorised Payment: The bank has said yes
  event captured Payment: The money is on its way
  event failed Payment: The bank has said no
  event chargedBack Payment: The customer wants it back
index-control
  type Rebuild: id hub state=waiting|running|done|failed documents=int
  type RebuildRequest: hub isUrgent=bool
  call Start RebuildRequest Rebuild: Starts a rebuild of the index
  call Watch Rebuild Rebuild: Says how far it is
  call Stop Rebuild Rebuild: Stops it; the old index stays
picking-api
  type Run: id hub picker state=waiting|running|done lines=int
  type Line: runId barcode quantity=int substitute?
  call Next Run Run: The next run for a picker
  call Pick Line Run: A line was picked
  call Substitute Line Run: Something else was taken
recommend-api
  type Place: customerId page=home|basket|product limit=int
  type Picks: barcodes=text[] model
  call Recommend Place Picks: Up to forty products for a place on the page
promo-api
  type Lines: customerId barcodes=text[]
  type Discounts: cents=int[] campaigns=text[]
  call Apply Lines Discounts: Says which discounts apply
deposit-api
  type Booking: customerId cents=int reason=charge|refund
  type Balance: customerId cents=int
  call Book Booking Balance: Charges or refunds a deposit
  call GetBalance Balance Balance: What a customer has to come
notify-api
  type Message: customerId template values=text[]
  type Receipt: id channel=push|mail|sms
  call Send Message Receipt: Sends a message by its template
price-api
  type Request: hub barcodes=text[] at=time
  type Prices: barcodes=text[] cents=int[]
  call GetPrices Request Prices: Up to two hundred prices at a time
stock-api
  type Request: hub barcode quantity=int orderId
  type Promise: id barcode quantity=int until=time
  call Available Request Promise: What can be promised from a hub
  call Reserve Request Promise: Promises it to an order
  call Release Promise Promise: Gives it back
forecast-api
  type Request: hub barcode days=int
  type Forecast: quantities=number[] model
  call Predict Request Forecast: What will be sold on each of the next days
route-api
  type Hub: hub at=time
  type Tour: id rider stops=text[] endsAt=time
  type Stop: tourId address slotId
  call Tours Hub Tour: The tours as they stand now
  call TryStop Stop Tour: What changes if one more stop is added
shop-graph
  type Product: id name brand? price=int isAvailable=bool
  type Basket: id products=Product[] total=int
  type Order: id state=placed|picking|onItsWay|delivered|cancelled products=Product[] arrivesAt=time
  query search(words) Product[]: Products for a few words
  query basket Basket: The basket of whoever asks
  query order(id) Order: One of their orders
apps-graph
  type Product: id name picture? price=int
  type Order: id state=placed|picking|onItsWay|delivered|cancelled arrivesAt=time
  query home(hub) Product[]: What the app begins with
  query orders Order[]: The last orders
`
