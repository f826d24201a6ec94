export {
  AppendToJob,
  CancelJob,
  DeadLetter,
  JobChanged,
  JobCommand,
  JobSettled,
  PageDocument,
  PageOutcome,
  PageStored,
  RenderPage,
  StartJob,
} from './messages';
export { type MessageOf, type Topic, type TopicId, topics } from './topics';
