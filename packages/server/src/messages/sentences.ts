/**
 * Every sentence the service says to a caller, by key. `{name}` is filled from the explanation's vars. Nothing here
 * ever repeats an address, a name or any other value a caller sent.
 */
import type { InputErrorKey } from '@switchyard/contract';
import type { PaytoErrorKey } from '@switchyard/payto';

const INPUT_SENTENCES: Readonly<Record<InputErrorKey, string>> = {
  'input.required': 'This field is required.',
  'input.unknown_field': 'There is no such field here. Check its spelling against the API reference.',
  'input.reserved_field': 'This name is reserved and cannot be used as a key.',
  'input.type': 'This must be of type {expected}.',
  'input.enum': 'This must be one of: {allowed}.',
  'input.pattern': 'This does not match the pattern {pattern}.',
  'input.format': 'This is not a valid {format}.',
  'input.too_short': 'This must have at least {min} characters.',
  'input.too_long': 'This may have at most {max} characters.',
  'input.too_small': 'This must be at least {min}.',
  'input.too_large': 'This may be at most {max}.',
  'input.too_few': 'This must have at least {min} entries.',
  'input.too_many': 'This may have at most {max} entries.',
  'input.key_too_long': 'A key here may have at most {max} characters.',
  'input.zero': 'The amount must be more than zero.',
  'input.asset_malformed': 'An asset is written iso4217: and a currency code, or as a CAIP-19 asset id.',
  'input.currency_inactive': 'This is not an active ISO 4217 currency that money can be sent in.',
  'input.same_account': 'The two accounts must not be the same one.',
  'input.band_order': 'The lower end of the band must not be above its upper end.',
  'input.required_for_payments': 'This is required for {operation}, because it moves money.',
  'input.unmasked':
    'This looks like account data. A masked reference has mask characters and at most four visible ones. Never send an account number, a card number or an e-mail address here.',
  'input.not_of_success': 'What succeeded has no failure code. Leave it out, or report failed or cancelled.',
  'input.uri_userinfo': 'The URI must not carry a user name or password.',
  'input.uri_scheme': 'A URI of this scheme cannot be used here.',
  'input.invalid': 'This value is not valid here.',
};

const ADDRESS_SENTENCES: Readonly<Record<PaytoErrorKey | 'payto.testnet', string>> = {
  'payto.too_long': 'The address may have at most {max} characters.',
  'payto.characters': 'The address holds a character that is not allowed ({kind}).',
  'payto.encoding': 'A percent sequence in the address is cut short or is not UTF-8.',
  'payto.syntax': 'This is not a payto:// address: {rule}.',
  'payto.path': 'A {scheme} address is written payto://{scheme}/ and then {expected}.',
  'payto.part': 'The {part} of this {scheme} address must be {expected}.',
  'payto.country': 'Accounts in {country} have no {scheme} addresses.',
  'payto.country_unknown': 'The country code of this {scheme} address is not a country.',
  'payto.length': 'A {scheme} address in {country} has {expected} characters.',
  'payto.checksum': 'This {scheme} address fails a check: {check}. A character is probably mistyped.',
  'payto.zero_address': 'Nobody owns the zero address; a {scheme} payment to it would be lost.',
  'payto.option': 'An option of the address is wrong: {rule}.',
  'payto.option_repeated': 'The option {option} may be given only once.',
  'payto.amount': 'The amount in the address is wrong: {rule}.',
  'payto.testnet':
    'This {scheme} address belongs to a test network and cannot be used in a live environment.',
};

const OWN_SENTENCES = {
  'json.syntax': 'The body is not valid JSON.',
  'json.not_utf8': 'The body is not UTF-8.',
  'json.too_deep': 'The body is nested more than 32 levels deep.',
  'json.duplicate_key': 'This field is given twice.',
  'json.reserved_key': 'This name is reserved and cannot be used as a key.',
  'json.characters': 'This text holds a NUL or a broken surrogate pair.',
  'json.number': 'This number is too large.',
  'query.repeated': 'This parameter is given twice.',
  'query.encoding': 'A percent sequence in the query is cut short or is not UTF-8.',
  'query.characters': 'This parameter holds a NUL.',
  'query.empty': 'This parameter is empty. Leave it out, or give it a value.',
  'auth.key_required':
    'Send a valid API key in the header Authorization: Bearer <key>. It may be missing, mistyped, expired or revoked.',
  'auth.too_many_failures': 'Too many wrong keys came from this address. Wait {seconds} seconds.',
  'auth.scope': 'This key may not call {operation}. Its scopes are: {scopes}.',
  'auth.address': 'This key may not be used from the address the request came from.',
  'version.unsupported':
    'This service speaks version {supported}. Leave the header out to use the version of your key.',
  'rate.exceeded': 'This key has used up its {policy} rate limit. Wait {seconds} seconds.',
  'idempotency.key_form': 'An Idempotency-Key has 1 to 255 visible ASCII characters.',
  'idempotency.in_flight':
    'The first request with this Idempotency-Key is still running. Ask again in a moment.',
  'idempotency.other_request':
    'This Idempotency-Key was used for another request. A repeat must have the same method, path and body.',
  'idempotency.erased':
    'What was made under this Idempotency-Key belonged to a customer who has been erased since.',
  'cursor.unknown': 'The cursor is not the id of an object in this list. Use the next of an earlier page.',
  'cursor.expired':
    'What this cursor points at has been removed by age. The oldest that is kept is {oldest}: what came before it cannot be read any more.',
  'customer.not_found': 'There is no such customer in this environment.',
  'customer.payment_open':
    'The payment {paymentIntent} of this customer, or to an account of theirs, is still open. Erase them when it has ended.',
  'customer.link_open':
    'The link session {linkSession} of this customer is still open. Erase them when it has ended.',
  'reconciliation_finding.not_found':
    'There is no such finding in this environment, or it has been resolved.',
  'request_log.not_found':
    'There is no such request in the request log of this environment. It may be too old, or may not have come with a key of it.',
  'statistics.no_time': 'The end must come after the beginning.',
  'statistics.too_long': 'At most {days} days are looked at at once.',
  'statistics.too_fine': 'That would be {buckets} hours or days, and at most {max} are told at once.',
  'statistics.busy': 'Other statistics are being counted. Ask again in a few seconds.',
  'statistics.too_much': 'More than {max} things happened in this time. Ask for a shorter one.',
  'account.not_found': 'There is no such account in this environment.',
  'event.not_found': 'There is no such event in this environment.',
  'decision.not_found':
    'There is no such decision in this environment. For a decision of your own local engine, send context as well.',
  'decision.context_known':
    'The service made this decision and knows its context. Send context only for decisions of your own local engine.',
  'outcome.operation_not_offered': 'The connection to this rail does not offer {operation}.',
  'rail.unknown': 'There is no such rail. GET /v1/rails names them all.',
  'rail.not_connected': 'No connection of this environment uses this rail.',
  'institution.not_found':
    'There is no such bank in this environment. Ask GET /v1/institutions for those there are.',
  'institution.other_country': 'This bank is in {country}.',
  'restriction.beta': 'Over {rail} this bank is a preview.',
  'restriction.business_only': 'Only business accounts of this bank can be reached over {rail}.',
  'restriction.personal_only': 'Only personal accounts of this bank can be reached over {rail}.',
  'restriction.unhealthy': 'At the moment {rail} reports trouble with this bank.',
  'restriction.psu_headers': 'Over {rail} this bank wants to know about the user’s device: send psu.',
  'restriction.no_payments': 'No payments from this bank can be made over {rail}.',
  'restriction.no_linking': 'No accounts at this bank can be linked over {rail}.',
  'link_session.not_found': 'There is no such link session in this environment.',
  'link_session.no_rail':
    'No connection of this environment can link an account at this bank or in this country. Connect a rail that can.',
  'link_session.forced': 'You asked for {rail}.',
  'link_session.not_ready': 'The connection to {rail} is {status}.',
  'link_session.cannot_link': 'Accounts cannot be linked over {rail} here, or not at this bank.',
  'link_session.foreign_return':
    'These parameters do not belong to this link session: their state is missing or another one. The session goes on.',
  'link_session.already_returned':
    'The user has already come back from this step with other parameters. Ask how the session stands.',
  'link_session.no_sdk': 'This link session has no SDK step that is waiting for a result.',
  'link_session.user_declined': 'The user declined at the bank or the provider.',
  'link_session.expired': 'The user did not finish in time.',
  'link_session.account_unusable': 'The bank shared no account that can be used.',
  'link_session.institution_required': 'This rail has to know the bank beforehand. Name an institution.',
  'link_session.institution_unsupported': 'The provider does not support this bank.',
  'link_session.provider_unavailable': 'No provider that could link this account answered. Try again later.',
  'link_session.provider_rejected': 'The provider refused to link this account.',
  'payment.starting': 'The payment is being prepared.',
  'payment.awaiting_approval': 'The user has to approve the payment at {rail}.',
  'payment.submitted': 'The payment is with {rail}, which is working on it.',
  'payment.awaiting_credit': 'The money is on its way to {rail}, which has not seen it yet.',
  'payment.finding_out':
    'It is not known yet what {rail} made of the payment. We are finding out; it is neither repeated nor given up.',
  'payment.in_review': 'An operator is finding out with {rail} what became of the payment.',
  'payment.returning': 'The route could not be finished, and {rail} brings the money back.',
  'payment.succeeded': 'The money has arrived.',
  'payment.returned_later': 'The money had arrived, and {rail} reported later that it came back.',
  'payment.cancelled': 'The payment was cancelled before any money moved.',
  'payment.failed.user_declined': 'The user declined to pay.',
  'payment.failed.expired': 'The user did not approve in time.',
  'payment.failed.rate_lapsed':
    'The rate was no longer held when the money had come that far, and a new one would have brought the payee less than was approved. The money went back.',
  'payment.failed.insufficient_funds': 'The account has not enough money.',
  'payment.failed.bank_refused': 'The bank refused the payment.',
  'payment.failed.provider_rejected': 'The provider refused the payment.',
  'payment.failed.returned': 'The money came back.',
  'cancel.requested': 'The provider has been asked to stop the payment, and has not confirmed yet.',
  'cancel.possible': 'Nothing has been submitted yet, or the provider can be asked to stop.',
  'cancel.too_late': 'The payment has been submitted and cannot be stopped any more.',
  'cancel.ended': 'The payment has come to its end.',
  'payment_intent.not_found': 'There is no such payment in this environment.',
  'payment_intent.foreign_return':
    'These parameters do not belong to this payment: their state is missing or another one. The payment goes on.',
  'payment_intent.already_returned':
    'The user has already come back from this step with other parameters. Ask how the payment stands.',
  'payment_intent.no_sdk': 'This payment has no SDK step that is waiting for a result.',
  'quote.not_found': 'There is no such quote in this environment.',
  'quote.expired': 'The quote was good until {expiresAt}. Ask for a new one.',
  'quote.other_digest': 'The digest is not the one of this quote: the user has approved other terms.',
  'quote.used': 'This quote has been used for a payment. A quote is good for one.',
  'quote.terms_changed': 'The terms of this quote no longer hold. Ask for a new one and show it to the user.',
  'route.infeasible': 'The route cannot be taken any more. {reason}',
  'manage.caller_required':
    'Send a management token in the header Authorization: Bearer <token>, or sign in. It may be missing, mistyped, expired or revoked.',
  'manage.role': 'This needs the role {needed}, and you have the role {role}.',
  'manage.second_proof':
    'A write that comes with the cookie of a session needs the header X-Switchyard-Csrf, or an Origin that is our own.',
  'manage.too_many_calls': 'You have used up the {policy} rate limit. Wait {seconds} seconds.',
  'sign_in.refused': 'This e-mail and this password do not belong together.',
  'sign_in.too_many': 'There have been too many attempts to sign in. Wait {seconds} seconds.',
  'session.none': 'This call came with a token, which has no session.',
  'password.wrong': 'This is not your current password.',
  'founding.owner_exists': 'This Switchyard has an owner already, who can create whatever is missing.',
  'expiry.past': 'This must be in the future.',
  'api_key.not_found': 'There is no such key in this environment.',
  'api_key.revoked': 'This key has been revoked.',
  'api_key.expired': 'This key has ended.',
  'api_key.rotated': 'This key has been rotated before. Rotate the one that replaced it.',
  'webhook_endpoint.not_found': 'There is no such webhook endpoint in this environment.',
  'webhook_endpoint.url_malformed': 'This is not a URL that messages can be sent to.',
  'webhook_endpoint.url_scheme': 'Messages are sent by https; in a test environment also by http.',
  'webhook_endpoint.url_extra': 'The URL must carry no user name, no password and no fragment.',
  'webhook_endpoint.url_port':
    'No messages are sent to this port. Use 443, or one above 1023 that no other service is known for.',
  'webhook_endpoint.too_many': 'An environment has at most {max} webhook endpoints. Delete one first.',
  'webhook_endpoint.disabled': 'The endpoint is disabled: nothing is sent to it. Enable it first.',
  'webhook_endpoint.unknown_event': 'There is no such event in this environment.',
  'webhook_delivery.not_found': 'This event has not been sent to this endpoint.',
  'operator.not_found': 'There is no such operator in your organisation.',
  'operator.email_taken': 'Somebody signs in with this e-mail already.',
  'operator.last_owner':
    'An organisation keeps an owner, and there is no other. Make somebody else one first.',
  'management_token.not_found': 'There is no such token in your organisation.',
  'management_token.revoked': 'This token has been revoked.',
  'return_uri.not_allowed':
    'In live, users are sent back only to the origins and apps on the list of the environment. An owner adds this one to its settings.',
  'connection.not_found': 'There is no such connection in this environment.',
  'connection.no_policy':
    'This environment has no policy yet, and so nothing to connect by. Apply a configuration first.',
  'connection.key_taken': 'Another connection of this environment has this key.',
  'connection.invalid': 'The connection does not hold together: {problem} Nothing was changed.',
  'connection.breaks_configuration':
    'With this the rest of the configuration would not hold, at {path}: {problem} Nothing was changed.',
  'connection.decide_only':
    'This connection is only decided about and never called, so it has no credentials.',
  'connection.no_adapter': 'There is no adapter for {rail} that could call it.',
  'connection.no_credentials': 'This connection has no credentials. Set them first.',
  'connection.credentials_invalid': 'This is not what {rail} asks for: {problem}.',
  'connection.credentials_outdated': 'Its credentials are not what {rail} asks for any more. Set them anew.',
  'connection.enabled': 'This connection is on already.',
  'connection.disabled_already': 'This connection is disabled already.',
  'connection.not_on': 'This connection is {status}: there is nothing to drain.',
  'connection.draining': 'This connection is draining already.',
  'connection.still_on':
    'This connection is {status}. Disable it first, or drain it, which lets what is under way come to its end.',
  'connection.off_too_short':
    'This connection was changed a moment ago, and some node may still begin something over it. Delete it in {seconds} seconds.',
  'connection.referred':
    'This stays because of what refers to it: payments {payments}, link sessions {linkSessions}, linked accounts {accounts}, findings {findings}, periods counted under its contracts {periods}. A disabled connection is not used any more.',
  'contract.not_found': 'There is no such contract in this environment.',
  'contract.unused':
    'No price names this contract any more. Set prices that name it, and it comes back with what was counted.',
  'contract.counted': 'What was counted under the contract stands against it: {problem} Nothing was changed.',
  'connection_test.passed': 'The provider of {rail} has answered as it should.',
  'connection_test.unavailable':
    'The provider of {rail} could not be reached, or did not answer. If that stays so, look at the addresses among its credentials.',
  'connection_test.rejected': 'The provider of {rail} was reached, and refused what it was asked.',
  'connection_test.misconfigured':
    'The provider of {rail} refuses us: credentials or permissions are not what it asks for.',
  'connection_test.nothing_to_ask':
    'The provider of {rail} cannot be asked anything that would change nothing there. The credentials have the right form; whether they are right shows when they are used.',
  'policy.not_found': 'There is no such version of the policy in this environment.',
  'policy.invalid': 'The policy does not hold together here. {problem}',
  'policy.nothing_connected':
    'Nothing is connected in this environment, so there is nothing to choose between.',
  'policy.active': 'This version is in force already.',
  'policy.replaced': 'Version {version} is in force. Look at what it changed before you replace it.',
  'review.not_found': 'There is no such leg in review in this environment.',
  'review.nothing_proposed': 'Nobody has said yet what became of this leg.',
  'review.own_proposal': 'You have proposed this yourself. Another operator has to approve it.',
  'review.other_proposal': 'What is proposed is {outcome} by now. Look at it again.',
  'dry_run.not_found': 'There is no such dry run in this environment.',
  'configuration.changed': 'The environment is no longer as it was when this was planned. Plan again.',
  'configuration.invalid':
    'Nothing was changed. {problem} That is the first of {count} mistakes in the file.',
  'environment.test_only':
    'This is for test environments. In live nothing is simulated, and the time is the real one.',
  'test_fault.not_simulated':
    'The addresses among the credentials of this connection do not lead to a simulator that answers, so nothing can go wrong there on purpose.',
  'test_fault.meaningless': 'With {fault} this has no meaning. Leave it out.',
  'test_clock.too_far':
    'The clock is {ahead} seconds ahead, and may be {max} ahead at the most. It cannot be moved back; a new test environment has the real time.',
  'environment.not_found': 'There is no such environment in your organisation.',
  'reference.too_long': 'The reference may have at most {max} characters on this route.',
  'reference.characters': 'The reference holds a character that {rail} cannot carry.',
} as const satisfies Readonly<Record<string, string>>;

export type MessageKey = InputErrorKey | PaytoErrorKey | 'payto.testnet' | keyof typeof OWN_SENTENCES;

export const SENTENCES: Readonly<Record<MessageKey, string>> = {
  ...INPUT_SENTENCES,
  ...ADDRESS_SENTENCES,
  ...OWN_SENTENCES,
};
