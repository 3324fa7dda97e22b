/**
 * The requests that a documented server answered with another status than ours, each with the reason: by the name of
 * the recording and the status there. A request that is not listed here gets the same status.
 */
export const otherStatuses: readonly { why: string; ours: number; requests: string[] }[] = [
  {
    why: 'C-12 both forms of an address are served, without a redirect that a proxy may break',
    ours: 200,
    requests: [
      'GET addresses no slash 307',
      'GET contacts no slash search 307',
      'GET codes no slash 307',
      'GET rooms no slash 307',
      'POST rooms no slash 307',
      'GET inspections no slash 307',
      'GET room trailing slash 307',
      'GET rooms no slash behind https proxy 307',
      'GET users ons no slash 422',
    ],
  },
  {
    why: 'C-11 SE-08 every call but the sign-in needs a session, and one that has ended or is no one’s is 401',
    ours: 401,
    requests: [
      'GET user garbage token 500',
      'GET user expired token 500',
      'GET user inactive 403',
      'POST inspection with garbage token is accepted 200',
    ],
  },
  {
    why: 'C-21 a Guest only reads',
    ours: 403,
    requests: ['POST address as guest 200', 'PATCH inspection assignee as guest 200'],
  },
  {
    why: 'What hangs on a record that does not exist is 404, not an empty list: the device must not forget its own over a slip',
    ours: 404,
    requests: [
      'GET units of missing address 200',
      'GET prompts missing room 200',
      'GET counts missing user 200',
      'GET inspection photos missing 200',
      'GET complaints of missing address 200',
      'GET areas missing inspection 200',
      'GET areas count missing 200',
      'GET observations missing area 200',
      'GET violation photos missing 200',
      'GET citations of missing address 200',
      'GET citations of missing violation 200',
      'GET licenses of missing address 200',
      'GET comment photos missing 200',
      'GET unit comments missing 200',
    ],
  },
  {
    why: 'G-24 an empty list is a list',
    ours: 200,
    requests: [
      'GET address photos none 404',
      'GET address comments none 404',
      'GET address violations none 404',
      'GET address inspections none 404',
    ],
  },
  {
    why: 'A reference to nothing is refused in words, never with a failure of the server',
    ours: 404,
    requests: [
      'POST business bad address 500',
      'POST unit area missing unit 500',
      'POST violation unknown address 500',
      'POST citation unknown violation 500',
      'POST permit unknown inspection 500',
      'POST address comment unknown address 500',
    ],
  },
  {
    why: 'A wrong value is refused with its field, never with a failure of the server',
    ours: 422,
    requests: [
      'POISON POST address contact empty object 500',
      'PATCH business bad date 500',
      'POST observation unknown user 500',
      'POST citation no code 500',
      'PATCH citation status text 500',
    ],
  },
  {
    why: 'A wrong value is 422 in every call; there it is 400 in some, and the place is looked for first in one',
    ours: 422,
    requests: ['PATCH vacancy-status 400', 'POST unit blank 400', 'PATCH unit missing 400', 'POST observation 404'],
  },
  {
    why: 'VA-03 VD-02 CT-05 CT-11 a value outside of the documented ones is refused instead of stored',
    ours: 422,
    requests: [
      'PATCH vacancy-status any text 200',
      'GET counts role without users 200',
      'GET sir stats bad date 200',
      'PATCH violation deadline negative 200',
      'POST citation negative fine 200',
      'PATCH citation status 9 200',
      'PATCH business negative employees 200',
    ],
  },
  {
    why: 'CO-03 RM-03 CI-11 AR-11 C-24 what must be filled in is not stored blank',
    ours: 422,
    requests: [
      'POST contact blank name 200',
      'POST room blank 200',
      'POST area blank name 200',
      'POST observation blank 201',
      'POST address comment spaces 200',
    ],
  },
  {
    why: 'AR-13 a code section that does not exist is named instead of being dropped without a word',
    ours: 422,
    requests: ['POST observation unknown code ignored 201', 'POST violation unknown code ignored 200'],
  },
  {
    why: 'A body that says nothing of what the call is for is refused instead of being answered as done',
    ours: 422,
    requests: [
      'PATCH observation empty object 200',
      'PATCH citation other field ignored 200',
      'POST violation photos none 200',
      'PATCH inspection schedule json body clears 200',
      'PATCH inspection assignee json body unassigns 200',
    ],
  },
  {
    why: 'CO-04 VD-04 G-07 a repetition without a key that would double a record, or change what is changed already',
    ours: 409,
    requests: ['POST address contact new again duplicates 200', 'POST violation abate again 200'],
  },
  {
    why: 'US-05 a taken email is refused in words',
    ours: 409,
    requests: ['PUT user email of another user 500'],
  },
  {
    why: 'CO-04 BU-05 two people, and two shops, may bear one name: only email and phone tell people apart',
    ours: 200,
    requests: ['PUT contact name of another 409', 'POST business name elsewhere 409', 'PATCH business name taken 409'],
  },
  {
    why: 'II-04 II-06 C-18 an empty field of a form is none',
    ours: 200,
    requests: [
      'POST inspection empty contact_id 422',
      'PATCH inspection assignee empty unassigns 422',
      'POST business opened_on empty 422',
      'POST license date empty string 422',
      'POST address comment empty unit_id 422',
    ],
  },
  {
    why: 'What the specification’s client sends is taken (UN-13, AD-07, C-20, C-26, DB-11); there it fails',
    ours: 200,
    requests: [
      'POST comments flat JSON 422',
      'PUT address without timestamps 500',
      'POST inspection no address 500',
      'POISON POST violation without deadline 500',
      'GET counts no role 422',
    ],
  },
  {
    why: 'No record can spoil the lists that it stands in',
    ours: 200,
    requests: [
      'POISON GET contacts after a nameless contact 500',
      'POISON GET violations after one without deadline 500',
      'POISON GET oas overview after one without deadline 500',
      'POISON GET violations by address after one without deadline 500',
    ],
  },
  { why: 'A list without windows ignores them', ours: 200, requests: ['GET rooms negative skip 500'] },
  { why: 'RM-06 a room goes with its prompts', ours: 200, requests: ['DELETE room with prompts 500'] },
  {
    why: 'RM-06 they are gone with the room of the request before',
    ours: 404,
    requests: ['DELETE prompt 200', 'DELETE room 200'],
  },
]

/** Fields of recorded answers that ours leave out, by the end of their place, each with the reason. */
export const leftOut: readonly { why: string; fields: RegExp }[] = [
  {
    why: 'The specification knows no such field, and its client reads none',
    fields:
      /\.(vacant_registrations|current_vacant_registration|hidden|review_later|mentions|contact_mentions|is_imminent_threat|violation_count|attachment_id|blob_id|code_ids|observation_id)$/,
  },
  {
    why: 'DB-13 the weekly figures are six; four totals of all time are no figures of a week',
    fields: /^\.(active_violations|comments|inspections|citations)_count$/,
  },
  { why: 'II-03 the description stands once, under its own name', fields: /^\.comment$/ },
  {
    why: 'A record within another is named, not repeated: what its page shows is read by its own call',
    fields: /(\.addresses\[\]|\.address|\.user|\.inspector|\.codes\[\]|\.photos\[\])\.\w+$/,
  },
  { why: 'CD-04 a section of the code does not drag all violations of the town along', fields: /^\.violations$/ },
  { why: 'VD-12 the thread is read with its violation', fields: /\.violation_comments$/ },
]
