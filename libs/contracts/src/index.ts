export {
  AppendToJob,
  CancelJob,
  DeadLetter,
  JobChanged,
  JobCommand,
  JobSettled,
  PageDocument,
  PageHandedOver,
  PageOutcome,
  PageStored,
  RenderPage,
  StartJob,
} from './messages';
export { type MessageOf, type Topic, type TopicId, topics } from './topics';
